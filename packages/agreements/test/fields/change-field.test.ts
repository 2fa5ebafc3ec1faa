import { describe, expect, test } from 'vitest';
import { Field } from '../../src/field.ts';
import { createField, removeField, updateField } from '../../src/fields/change-field.ts';
import type { FieldUpdate, NewField } from '../../src/fields/new-field.ts';
import { FIELDS_PER_DOCUMENT } from '../../src/limits.ts';
import { ANNA, aDocument, aField, aNewField, BEN, DOCUMENT_ID, idOf, LATER, NOW } from './builders.ts';

const create = (newField: Partial<NewField>, fields: Field[] = []) =>
  createField({
    id: idOf('field', 999),
    documentId: DOCUMENT_ID,
    newField: aNewField(newField),
    document: aDocument({ fields }),
    now: NOW,
  });

const created = (newField: Partial<NewField>, fields: Field[] = []) => {
  const result = create(newField, fields);
  expect(result).not.toHaveProperty('findings');
  return 'field' in result ? result.field : aField(0);
};

const update = (before: Field, change: FieldUpdate, others: Field[] = []) =>
  updateField({
    before,
    update: change,
    document: aDocument({ fields: [before, ...others] }),
    now: LATER,
  });

/** The field after an update that has to succeed. */
const updated = (before: Field, change: FieldUpdate, others: Field[] = []) => {
  const result = update(before, change, others);
  expect(result).not.toHaveProperty('findings');
  return ('fields' in result && result.fields[0]) || aField(0);
};

const refusedAt = (before: Field, change: FieldUpdate, others: Field[] = []) => {
  const result = update(before, change, others);
  return 'findings' in result ? result.findings.map(({ path }) => path) : 'accepted';
};

describe('adding a field', () => {
  test('returns a complete, unfilled field', () => {
    const field = created({ label: 'Name' });

    expect(Field.parse(field)).toEqual(field);
    expect(field).toMatchObject({ id: idOf('field', 999), documentId: DOCUMENT_ID, label: 'Name' });
    expect(field).toMatchObject({ filledBy: null, filledAt: null, createdAt: NOW, updatedAt: NOW });
  });

  test('a prefill is read-only, and an editable one counts as unfilled until it is confirmed', () => {
    expect(created({ value: 'Acme' })).toMatchObject({ filledBy: 'sender', filledAt: NOW });
    expect(created({ value: 'Acme', editable: true })).toMatchObject({
      value: 'Acme',
      filledBy: null,
      filledAt: null,
    });
  });

  test('a field with a condition is optional, even if the request says otherwise', () => {
    const condition = { requiredWhenFieldId: idOf('field', 1), required: true };

    expect(created(condition, [aField(1)])).toMatchObject({ required: false });
  });

  test('reports all faults at once', () => {
    expect(create({ pageNumber: 9, dateFormat: 'DD/MM/YYYY', editable: true })).toEqual({
      findings: ['pageNumber', 'dateFormat', 'editable'].map((path) => ({
        path,
        message: expect.any(String),
      })),
    });
  });

  test('a document has a maximum number of fields', () => {
    const almost = Array.from({ length: FIELDS_PER_DOCUMENT - 1 }, (_, number) => aField(number));

    expect(create({}, almost)).toHaveProperty('field');
    expect(create({}, [...almost, aField(998)])).toHaveProperty('findings.length', 1);
  });
});

describe('updating a field', () => {
  test('only changes the given settings', () => {
    const before = aField(1, { maxLength: 5, sharedFill: true });

    const result = update(before, { label: 'Other', maxLength: null }, [aField(2)]);

    expect(result).toEqual({
      fields: [{ ...before, label: 'Other', maxLength: null, updatedAt: LATER }],
      clearedConditions: [],
    });
  });

  test('is checked like a new field', () => {
    expect(refusedAt(aField(1), { pageNumber: 3, width: 900 })).toEqual(['pageNumber']);
    expect(refusedAt(aField(1), { signerId: idOf('signer', 7) })).toEqual(['signerId']);
  });

  test('a changed type is checked against all settings of the field', () => {
    const dropdown = aField(1, { fieldType: 'dropdown', value: 'red', sharedFill: true });

    expect(refusedAt(dropdown, { fieldType: 'signature' })).toEqual(['value', 'sharedFill', 'options']);
    expect(updated(dropdown, { fieldType: 'text', options: null })).toMatchObject({ value: 'red' });
  });

  test('a field filled by a signer cannot be changed', () => {
    const filled = aField(1, { value: 'Acme', filledBy: 'signer', filledAt: NOW });

    expect(refusedAt(filled, { label: 'I agree to pay' })).toEqual(['']);
  });

  test('settings that depend on a cleared one are cleared as well', () => {
    const patterned = aField(1, { validationPattern: '\\d+', validationMessage: 'Digits.' });
    const member = aField(1, { fieldType: 'checkbox', groupKey: 'size', groupRequired: true });
    const proposed = aField(1, { value: 'Acme', editable: true });

    expect(updated(patterned, { validationPattern: null }).validationMessage).toBeNull();
    expect(updated(member, { groupKey: null }).groupRequired).toBe(false);
    expect(updated(proposed, { value: null }).editable).toBe(false);
    expect(refusedAt(proposed, { value: null, editable: true })).toEqual(['editable']);
  });

  test('`filledBy` follows the value, and an unchanged value keeps its time', () => {
    const prefilled = aField(1, { value: 'Acme' });

    expect(updated(prefilled, { label: 'x' })).toMatchObject({ filledBy: 'sender', filledAt: NOW });
    expect(updated(prefilled, { value: 'B' })).toMatchObject({
      filledBy: 'sender',
      filledAt: LATER,
    });
    expect(updated(prefilled, { editable: true })).toMatchObject({ filledBy: null });
    expect(updated(prefilled, { value: null })).toMatchObject({ filledBy: null, filledAt: null });
    expect(updated(aField(1), { value: 'B' })).toMatchObject({ filledBy: 'sender' });
  });
});

describe('updating a condition', () => {
  const controller = aField(1, { fieldType: 'dropdown' });
  const otherController = aField(2, { fieldType: 'dropdown' });
  const others = [controller, otherController];
  const dependent = aField(3, {
    required: false,
    requiredWhenFieldId: controller.id,
    requiredWhenValue: 'red',
  });

  test('setting a condition makes the field optional', () => {
    expect(updated(aField(3), { requiredWhenFieldId: controller.id }, others)).toMatchObject({
      required: false,
      requiredWhenFieldId: controller.id,
    });
  });

  test('a field with a condition cannot be made required', () => {
    const { id } = otherController;

    expect(refusedAt(dependent, { required: true }, others)).toEqual(['required']);
    expect(refusedAt(dependent, { required: true, requiredWhenFieldId: id }, others)).toEqual(['required']);
    expect(refusedAt(dependent, { required: false }, others)).toBe('accepted');
  });

  test('clearing a condition clears its value, and the field can be required again', () => {
    const cleared = updated(dependent, { requiredWhenFieldId: null }, others);

    expect(cleared).toMatchObject({ requiredWhenFieldId: null, requiredWhenValue: null });
    expect(cleared.required).toBe(false);
    expect(updated(dependent, { requiredWhenFieldId: null, required: true }, others).required).toBe(true);
  });

  test('a condition on another field drops the value unless a new one is given', () => {
    const requiredWhenFieldId = otherController.id;

    expect(updated(dependent, { requiredWhenFieldId }, others)).toMatchObject({
      requiredWhenFieldId,
      requiredWhenValue: null,
    });
    const withValue = { requiredWhenFieldId, requiredWhenValue: 'green' };
    expect(updated(dependent, withValue, others)).toMatchObject(withValue);
  });

  test('a condition on the same field keeps the value', () => {
    const again = updated(dependent, { requiredWhenFieldId: controller.id }, others);

    expect(again.requiredWhenValue).toBe('red');
  });

  test('reassigning the dependent field clears its condition', () => {
    const moved = updated(dependent, { signerId: BEN }, others);

    expect(moved).toMatchObject({ signerId: BEN, requiredWhenFieldId: null });
    expect(moved.requiredWhenValue).toBeNull();
  });

  test('one update can reassign the dependent field and set a condition of its new signer', () => {
    const ofBen = aField(4, { signerId: BEN });
    const move = { signerId: BEN, requiredWhenFieldId: ofBen.id };

    expect(updated(dependent, move, [...others, ofBen])).toMatchObject(move);
    expect(refusedAt(dependent, { signerId: BEN, requiredWhenFieldId: controller.id }, others)).toEqual([
      'requiredWhenFieldId',
    ]);
  });

  test('reassigning the controlling field clears the condition and reports it', () => {
    const bystander = aField(5, { required: false, requiredWhenFieldId: otherController.id });

    const result = update(controller, { signerId: BEN }, [otherController, dependent, bystander]);

    const cleared = { ...dependent, requiredWhenFieldId: null, requiredWhenValue: null, updatedAt: LATER };
    expect(result).toEqual({
      fields: [{ ...controller, signerId: BEN, updatedAt: LATER }, cleared],
      clearedConditions: [cleared],
    });
  });

  test('a rejected reassignment clears nothing', () => {
    expect(refusedAt(controller, { signerId: idOf('signer', 9) }, [dependent])).toEqual(['signerId']);
  });

  test('naming the current signer is not a reassignment', () => {
    const result = update(controller, { signerId: ANNA }, [dependent]);

    expect(result).toMatchObject({ clearedConditions: [] });
  });

  test('the controlling field cannot lose the value of the condition', () => {
    expect(refusedAt(controller, { options: ['green', 'blue'] }, [dependent])).toEqual(['options']);
    expect(refusedAt(controller, { fieldType: 'checkbox', options: null }, [dependent])).toEqual(['fieldType']);
    expect(refusedAt(controller, { options: ['red', 'blue'] }, [dependent])).toBe('accepted');
  });

  test('removing the controlling field clears the condition and leaves the field optional', () => {
    const result = removeField(controller.id, [...others, dependent], LATER);

    expect(result.clearedConditions).toEqual([
      { ...dependent, requiredWhenFieldId: null, requiredWhenValue: null, updatedAt: LATER },
    ]);
    expect(removeField(dependent.id, [...others, dependent], LATER).clearedConditions).toEqual([]);
  });
});
