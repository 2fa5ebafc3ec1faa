import fc from 'fast-check';
import { type Field, FieldType } from '../../src/field.ts';
import { createField, removeField, updateField } from '../../src/fields/change-field.ts';
import { FieldUpdate, NewField } from '../../src/fields/new-field.ts';
import { ANNA, aDocument, aField, aNewField, BEN, DOCUMENT_ID, idOf, NOW } from './builders.ts';

/** Random settings, valid or not, for few enough fields that they interact. */
export const fieldId = fc.nat({ max: 5 }).map((number) => idOf('field', number));
export const value = fc.constantFrom('true', 'red', 'x', '2026-01-02');

const saying = fc.oneof(
  fc.record({ signerId: fc.constantFrom(ANNA, BEN) }),
  fc.record({ fieldType: fc.constantFrom(...FieldType.options) }),
  fc.record({ fieldType: fc.constant('checkbox'), groupKey: fc.constantFrom('g', 'h') }),
  fc.record({ fieldType: fc.constant('dropdown'), options: fc.constantFrom(['red', 'x'], ['x']) }),
  fc.record({ required: fc.boolean() }),
  fc.record({ value: fc.option(value) }),
  fc.record({ fieldType: fc.constant('checkbox'), value: fc.constant('true') }),
  fc.record({ options: fc.constantFrom(null, ['red', 'x'], ['x']) }),
  fc.record({ groupKey: fc.constantFrom(null, 'g', 'h') }),
  fc.record({ groupRequired: fc.boolean() }),
  fc.record({ requiredWhenFieldId: fc.option(fieldId) }),
  fc.record({ requiredWhenFieldId: fieldId, required: fc.constant(false) }),
  fc.record({ requiredWhenFieldId: fieldId, requiredWhenValue: value }),
  fc.record({ requiredWhenValue: fc.option(value) }),
  fc.record({ sharedFill: fc.boolean() }),
  fc.record({ editable: fc.boolean() }),
  fc.record({ maxLength: fc.constantFrom(null, 1, 5) }),
);

const settings = fc
  .array(saying, { minLength: 1, maxLength: 2 })
  .map((sayings) => FieldUpdate.parse(Object.assign({}, ...sayings)));

const step = fc.record({
  kind: fc.constantFrom(...Array(4).fill('create'), ...Array(8).fill('update'), 'remove'),
  fieldId,
  settings,
});
export type Step = { kind: string; fieldId: string; settings: FieldUpdate };

export const steps: fc.Arbitrary<Step[]> = fc.array(step, { maxLength: 40, size: 'max' });

const replace = (fields: readonly Field[], changed: readonly Field[]) =>
  fields.map((field) => changed.find(({ id }) => id === field.id) ?? field);

function take(fields: readonly Field[], { kind, fieldId: id, settings: said }: Step): Field[] {
  const before = fields.find((field) => field.id === id);
  const document = aDocument({ fields });
  if (kind === 'create' && !before) {
    const newField = NewField.parse({ ...aNewField(), ...said });
    const result = createField({ id, documentId: DOCUMENT_ID, newField, document, now: NOW });
    return 'field' in result ? [...fields, result.field] : [...fields];
  }
  if (kind === 'update' && before) {
    const result = updateField({ before, update: said, document, now: NOW });
    return 'fields' in result ? replace(fields, result.fields) : [...fields];
  }
  if (kind === 'remove' && before)
    return replace(fields, removeField(id, fields, NOW).clearedConditions).filter((field) => field !== before);
  return [...fields];
}

const TO_BEGIN_WITH = [
  aField(0),
  aField(1, { fieldType: 'checkbox' }),
  aField(2, { fieldType: 'checkbox' }),
  aField(3, { fieldType: 'dropdown' }),
];

/** The fields of a document at first and after each step; a rejected step changes nothing. */
export function draftsOf(taken: readonly Step[]): Field[][] {
  const drafts = [TO_BEGIN_WITH];
  for (const step of taken) drafts.push(take(drafts.at(-1) ?? [], step));
  return drafts;
}

export const drafted = (taken: readonly Step[]) => draftsOf(taken).at(-1) ?? [];
