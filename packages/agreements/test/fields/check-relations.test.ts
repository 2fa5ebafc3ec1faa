import { describe, expect, test } from 'vitest';
import { checkField } from '../../src/fields/check-field.ts';
import type { NewField } from '../../src/fields/new-field.ts';
import { aDocument, aField, BEN, idOf, pathsOf } from './builders.ts';

const CONTROLLER = idOf('field', 1);

describe('choose-one groups', () => {
  const member = (number: number, parts = {}) => aField(number, { fieldType: 'checkbox', groupKey: 'size', ...parts });
  const asMember = (parts: Partial<NewField> = {}) => ({ fieldType: 'checkbox', groupKey: 'size', ...parts }) as const;

  test('a checkbox can join a group of the same signer', () => {
    expect(pathsOf(asMember(), { fields: [member(1)] })).toEqual([]);
    expect(pathsOf(asMember({ groupRequired: true }), { fields: [member(1)] })).toEqual([]);
  });

  test('a group belongs to one signer', () => {
    expect(pathsOf(asMember(), { fields: [member(1, { signerId: BEN })] })).toEqual(['groupKey']);
    const other = member(1, { signerId: BEN, groupKey: 'colour' });
    expect(pathsOf(asMember(), { fields: [other] })).toEqual([]);
  });

  test('at most one member is preselected', () => {
    const chosen = member(1, { value: 'true' });

    expect(pathsOf(asMember({ value: 'true' }), { fields: [chosen] })).toEqual(['value']);
    expect(pathsOf(asMember({ value: 'true' }), { fields: [member(1)] })).toEqual([]);
    expect(pathsOf(asMember(), { fields: [chosen] })).toEqual([]);
  });

  test('groupRequired requires a group', () => {
    expect(pathsOf({ fieldType: 'checkbox', groupRequired: true })).toEqual(['groupRequired']);
  });
});

describe('conditional requirements', () => {
  const requiredWhenFieldId = CONTROLLER;

  test.each(['checkbox', 'text', 'date', 'dropdown', 'signature', 'initials'] as const)(
    'a field can depend on a %s',
    (fieldType) => {
      expect(pathsOf({ requiredWhenFieldId }, { fields: [aField(1, { fieldType })] })).toEqual([]);
    },
  );

  test.each<[string, Parameters<typeof aField>[1]]>([
    ['belongs to another signer', { signerId: BEN }],
    ['is not on the document', { id: idOf('field', 2) }],
    ['depends on this one', { requiredWhenFieldId: idOf('field', 999) }],
  ])('a field that %s cannot have a condition', (_case, parts) => {
    expect(pathsOf({ requiredWhenFieldId }, { fields: [aField(1, parts)] })).toEqual(['requiredWhenFieldId']);
  });

  test('a field cannot depend on itself', () => {
    const field = aField(1, { required: false, requiredWhenFieldId });

    const findings = checkField(field, { ...aDocument({ fields: [field] }), fieldId: field.id });

    expect(findings.map(({ path }) => path)).toEqual(['requiredWhenFieldId']);
  });

  test('a chain without a cycle is accepted', () => {
    const ended = [aField(1, { requiredWhenFieldId: idOf('field', 2) }), aField(2)];
    const looped = [
      aField(1, { requiredWhenFieldId: idOf('field', 2) }),
      aField(2, { requiredWhenFieldId: idOf('field', 999) }),
    ];

    expect(pathsOf({ requiredWhenFieldId }, { fields: ended })).toEqual([]);
    expect(pathsOf({ requiredWhenFieldId }, { fields: looped })).toEqual(['requiredWhenFieldId']);
  });

  test('a cycle among other fields does not make the check loop', () => {
    const fields = [
      aField(1, { requiredWhenFieldId: idOf('field', 2) }),
      aField(2, { requiredWhenFieldId: idOf('field', 1) }),
    ];

    expect(pathsOf({ requiredWhenFieldId }, { fields })).toEqual([]);
  });

  test('a member of a group cannot have a condition, but others can depend on it', () => {
    const member = aField(1, { fieldType: 'checkbox', groupKey: 'size' });

    expect(pathsOf({ fieldType: 'checkbox', groupKey: 'other', requiredWhenFieldId }, { fields: [aField(1)] })).toEqual(
      ['requiredWhenFieldId'],
    );
    expect(pathsOf({ requiredWhenFieldId }, { fields: [member] })).toEqual([]);
  });

  test.each<[string, Parameters<typeof aField>[1], string]>([
    ['an option of a dropdown', { fieldType: 'dropdown' }, 'green'],
    ['the check of a checkbox', { fieldType: 'checkbox' }, 'true'],
    ['any text', {}, 'Germany'],
    ['a date in its format', { fieldType: 'date', dateFormat: 'DD/MM/YYYY' }, '31/12/2026'],
  ])('a condition on %s is accepted', (_case, controller, requiredWhenValue) => {
    const fields = [aField(1, controller)];

    expect(pathsOf({ requiredWhenFieldId, requiredWhenValue }, { fields })).toEqual([]);
  });

  test.each<[string, Parameters<typeof aField>[1], string]>([
    ['a text that is not an option of the dropdown', { fieldType: 'dropdown' }, 'blue'],
    ['a value that a checkbox never has', { fieldType: 'checkbox' }, 'false'],
    ['blank text', {}, ''],
    ['longer text than allowed', { maxLength: 3 }, 'Germany'],
    ['text against the pattern', { validationPattern: '[a-z]+' }, 'Germany'],
    ['the picture of a signature', { fieldType: 'signature' }, `sha256:${'0'.repeat(64)}`],
  ])('a condition on %s is rejected', (_case, controller, requiredWhenValue) => {
    const fields = [aField(1, controller)];

    expect(pathsOf({ requiredWhenFieldId, requiredWhenValue }, { fields })).toEqual(['requiredWhenValue']);
  });

  test('requiredWhenValue requires requiredWhenFieldId', () => {
    expect(pathsOf({ requiredWhenValue: 'yes' })).toEqual(['requiredWhenValue']);
  });
});
