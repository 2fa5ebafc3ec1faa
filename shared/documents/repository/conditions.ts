import type { Field } from '@assay/agreements';
import type { StoredField } from './stored-field.ts';

/**
 * A field may control a thousand others, but a transaction has at most 100 rows. So a condition
 * that becomes void with its controlling field is not cleared in its own row. It is stored with the
 * number of times the controlling field had been reassigned, and holds only while that field exists
 * and the number is unchanged. It never becomes valid again, because ids are not reused and the
 * count only grows.
 */
export function withStandingConditions(fields: readonly StoredField[]): StoredField[] {
  const byId = new Map(fields.map((field) => [field.id, field]));
  return fields.map((field) => {
    const controller = byId.get(field.requiredWhenFieldId ?? '');
    if (controller?.reassignments === field.controllerReassignments) return field;
    return { ...field, requiredWhenFieldId: null, requiredWhenValue: null };
  });
}

/** The stored form of a draft's field, given the fields before the change. */
export function storedInDraft(field: Field, fields: readonly StoredField[]): StoredField {
  const before = fields.find(({ id }) => id === field.id);
  const controller = fields.find(({ id }) => id === field.requiredWhenFieldId);
  const isReassigned = before !== undefined && before.signerId !== field.signerId;
  return {
    ...field,
    imageKey: null,
    reassignments: (before?.reassignments ?? 0) + (isReassigned ? 1 : 0),
    controllerReassignments: controller?.reassignments ?? 0,
  };
}
