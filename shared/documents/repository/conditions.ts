import type { Field } from '../field.ts';
import type { KeptField } from './fields.ts';

/**
 * A field may control a thousand others, and a transaction has room for a hundred rows. So a condition that
 * ends with its controller is not cleared in its own row: it is kept with how often the controller had been
 * reassigned by then, and stands as long as the controller is there and has not been reassigned since. It
 * never comes back, since ids are not used again and the count only grows.
 */
export function withStandingConditions(fields: readonly KeptField[]): KeptField[] {
  const byId = new Map(fields.map((field) => [field.id, field]));
  return fields.map((field) => {
    const controller = byId.get(field.requiredWhenFieldId ?? '');
    if (controller?.reassignments === field.controllerReassignments) return field;
    return { ...field, requiredWhenFieldId: null, requiredWhenValue: null };
  });
}

/** A field of a draft as it is to be kept, among those that are there before it changes. */
export function keptInDraft(field: Field, fields: readonly KeptField[]): KeptField {
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
