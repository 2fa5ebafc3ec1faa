import { describe, expect, test } from 'vitest';
import { Field } from '#shared/documents/field.ts';
import { createField, removeField, updateField } from '#shared/documents/fields/change-field.ts';
import type { FieldUpdate, NewField } from '#shared/documents/fields/new-field.ts';
import { FIELDS_PER_DOCUMENT } from '#shared/documents/limits.ts';
import {
  ANNA,
  aDocument,
  aField,
  aNewField,
  BEN,
  DOCUMENT_ID,
  idOf,
  LATER,
  NOW,
} from './builders.ts';

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
  test('gives a whole field, unfilled', () => {
    const field = created({ label: 'Name' });

    expect(Field.parse(field)).toEqual(field);
    expect(field).toMatchObject({ id: idOf('field', 999), documentId: DOCUMENT_ID, label: 'Name' });
    expect(field).toMatchObject({ filledBy: null, filledAt: null, createdAt: NOW, updatedAt: NOW });
  });

  test('a value is the sender’s for good, an editable one nobody’s until it is confirmed', () => {
    expect(created({ value: 'Acme' })).toMatchObject({ filledBy: 'sender', filledAt: NOW });
    expect(created({ value: 'Acme', editable: true })).toMatchObject({
      value: 'Acme',
      filledBy: null,
      filledAt: null,
    });
  });

  test('with a condition it is optional, even when said otherwise', () => {
    const condition = { requiredWhenFieldId: idOf('field', 1), required: true };

    expect(created(condition, [aField(1)])).toMatchObject({ required: false });
  });

  test('tells everything that is wrong at once', () => {
    expect(create({ pageNumber: 9, dateFormat: 'DD/MM/YYYY', editable: true })).toEqual({
      findings: ['pageNumber', 'dateFormat', 'editable'].map((path) => ({
        path,
        message: expect.any(String),
      })),
    });
  });

  test('a document has room for so many', () => {
    const almost = Array.from({ length: FIELDS_PER_DOCUMENT - 1 }, (_, number) => aField(number));

    expect(create({}, almost)).toHaveProperty('field');
    expect(create({}, [...almost, aField(998)])).toHaveProperty('findings.length', 1);
  });
});

describe('updating a field', () => {
  test('changes what is said and nothing else', () => {
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

  test('a changed type is held against everything the field has', () => {
    const dropdown = aField(1, { fieldType: 'dropdown', value: 'red', sharedFill: true });

    expect(refusedAt(dropdown, { fieldType: 'signature' })).toEqual([
      ...['value', 'sharedFill', 'options'],
    ]);
    expect(updated(dropdown, { fieldType: 'text', options: null })).toMatchObject({ value: 'red' });
  });

  test('what a signer has filled cannot be made to mean something else', () => {
    const filled = aField(1, { value: 'Acme', filledBy: 'signer', filledAt: NOW });

    expect(refusedAt(filled, { label: 'I agree to pay' })).toEqual(['']);
  });

  test('what hangs on a setting goes with it', () => {
    const patterned = aField(1, { validationPattern: '\\d+', validationMessage: 'Digits.' });
    const member = aField(1, { fieldType: 'checkbox', groupKey: 'size', groupRequired: true });
    const proposed = aField(1, { value: 'Acme', editable: true });

    expect(updated(patterned, { validationPattern: null }).validationMessage).toBeNull();
    expect(updated(member, { groupKey: null }).groupRequired).toBe(false);
    expect(updated(proposed, { value: null }).editable).toBe(false);
    expect(refusedAt(proposed, { value: null, editable: true })).toEqual(['editable']);
  });

  test('whose a value is follows from it; untouched, it keeps its time', () => {
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

  test('setting one makes the field optional', () => {
    expect(updated(aField(3), { requiredWhenFieldId: controller.id }, others)).toMatchObject({
      required: false,
      requiredWhenFieldId: controller.id,
    });
  });

  test('while it stands, the field cannot be made required', () => {
    const { id } = otherController;

    expect(refusedAt(dependent, { required: true }, others)).toEqual(['required']);
    expect(refusedAt(dependent, { required: true, requiredWhenFieldId: id }, others)).toEqual([
      'required',
    ]);
    expect(refusedAt(dependent, { required: false }, others)).toBe('accepted');
  });

  test('clearing it drops the value, and the field may be required again', () => {
    const cleared = updated(dependent, { requiredWhenFieldId: null }, others);

    expect(cleared).toMatchObject({ requiredWhenFieldId: null, requiredWhenValue: null });
    expect(cleared.required).toBe(false);
    expect(updated(dependent, { requiredWhenFieldId: null, required: true }, others).required).toBe(
      true,
    );
  });

  test('re-pointing it drops the value unless a new one comes along', () => {
    const requiredWhenFieldId = otherController.id;

    expect(updated(dependent, { requiredWhenFieldId }, others)).toMatchObject({
      requiredWhenFieldId,
      requiredWhenValue: null,
    });
    const withValue = { requiredWhenFieldId, requiredWhenValue: 'green' };
    expect(updated(dependent, withValue, others)).toMatchObject(withValue);
  });

  test('pointing it where it points keeps the value', () => {
    const again = updated(dependent, { requiredWhenFieldId: controller.id }, others);

    expect(again.requiredWhenValue).toBe('red');
  });

  test('reassigning the dependent clears it', () => {
    const moved = updated(dependent, { signerId: BEN }, others);

    expect(moved).toMatchObject({ signerId: BEN, requiredWhenFieldId: null });
    expect(moved.requiredWhenValue).toBeNull();
  });

  test('reassigning the dependent to a condition of its new signer is one update', () => {
    const ofBen = aField(4, { signerId: BEN });
    const move = { signerId: BEN, requiredWhenFieldId: ofBen.id };

    expect(updated(dependent, move, [...others, ofBen])).toMatchObject(move);
    expect(
      refusedAt(dependent, { signerId: BEN, requiredWhenFieldId: controller.id }, others),
    ).toEqual(['requiredWhenFieldId']);
  });

  test('reassigning the controller clears it, and says so', () => {
    const bystander = aField(5, { required: false, requiredWhenFieldId: otherController.id });

    const result = update(controller, { signerId: BEN }, [otherController, dependent, bystander]);

    const cleared = {
      ...dependent,
      ...{ requiredWhenFieldId: null, requiredWhenValue: null, updatedAt: LATER },
    };
    expect(result).toEqual({
      fields: [{ ...controller, signerId: BEN, updatedAt: LATER }, cleared],
      clearedConditions: [cleared],
    });
  });

  test('a refused reassignment clears nothing', () => {
    expect(refusedAt(controller, { signerId: idOf('signer', 9) }, [dependent])).toEqual([
      'signerId',
    ]);
  });

  test('saying the signer it has is no reassignment', () => {
    const result = update(controller, { signerId: ANNA }, [dependent]);

    expect(result).toMatchObject({ clearedConditions: [] });
  });

  test('a controller cannot lose the value that is waited for', () => {
    expect(refusedAt(controller, { options: ['green', 'blue'] }, [dependent])).toEqual(['options']);
    expect(refusedAt(controller, { fieldType: 'checkbox', options: null }, [dependent])).toEqual([
      'fieldType',
    ]);
    expect(refusedAt(controller, { options: ['red', 'blue'] }, [dependent])).toBe('accepted');
  });

  test('removing the controller clears it and leaves the field optional', () => {
    const result = removeField(controller.id, [...others, dependent], LATER);

    expect(result.clearedConditions).toEqual([
      { ...dependent, requiredWhenFieldId: null, requiredWhenValue: null, updatedAt: LATER },
    ]);
    expect(removeField(dependent.id, [...others, dependent], LATER).clearedConditions).toEqual([]);
  });
});
