import type { Finding } from '@assay/foundation';
import type { Field } from '../field.ts';
import { VISIBLE } from '../visible.ts';
import { isGroupRequired, membersOf } from './check-group.ts';
import { nameOf } from './field-name.ts';

/** A field, or one member of a group, that a signer must fill before signing. */
export interface Requirement {
  fieldId: string;
  /** For a group: all members, any of which satisfies the requirement. */
  memberIds?: string[];
  isMet: boolean;
  message: string;
}

/**
 * What a signer has to fill now, in field order. A field counts as filled when it has a value,
 * including a prefill, a value from another signer in a shared field, or an unchanged editable
 * default. The service writes signing dates itself.
 */
function requirementsOf(signer: { id: string }, fields: readonly Field[]): Requirement[] {
  const byId = new Map(fields.map((field) => [field.id, field]));
  return fields
    .filter(({ signerId, signingDate }) => signerId === signer.id && !signingDate)
    .flatMap((field) => {
      if (field.groupKey !== null) return groupRequirement(field, membersOf(field, fields));
      const message = requiredBecause(field, byId);
      return message ? { fieldId: field.id, isMet: isFilled(field), message } : [];
    });
}

/** A value that prints nothing does not count; before it was refused, such a value was stored. */
const isFilled = ({ value }: Field) => value !== null && VISIBLE.test(value);

/** A group is listed once, at its first member. `required` of a single member is ignored. */
function groupRequirement(field: Field, members: readonly Field[]): Requirement[] {
  if (members[0]?.id !== field.id || !isGroupRequired(members)) return [];
  const isMet = members.some(isFilled);
  const memberIds = members.map(({ id }) => id);
  const message = `Choose one of ${members.map(nameOf).join(', ')}.`;
  return [{ fieldId: field.id, memberIds, isMet, message }];
}

function requiredBecause(field: Field, byId: ReadonlyMap<string, Field>): string | undefined {
  if (field.requiredWhenFieldId === null) return field.required ? `${nameOf(field)} is required.` : undefined;
  const controller = byId.get(field.requiredWhenFieldId);
  return controller && isOn(field, controller)
    ? `${nameOf(field)} is required when ${nameOf(controller)} is selected.`
    : undefined;
}

/** Whether the controlling field is checked, filled, or equal to the value of the condition. */
const isOn = ({ requiredWhenValue }: Field, controller: Field) =>
  isFilled(controller) && (requiredWhenValue === null || controller.value === requiredWhenValue);

/** Why a signer cannot complete yet. The path of each finding is the id of its field. */
export const missingFor = (signer: { id: string }, fields: readonly Field[]): Finding[] =>
  requirementsOf(signer, fields)
    .filter(({ isMet }) => !isMet)
    .map(({ fieldId, message }) => ({ path: fieldId, message }));

/** Ids of the fields to highlight as required: all members of a group until one is filled. */
export const requiredNow = (signer: { id: string }, fields: readonly Field[]) =>
  new Set(
    requirementsOf(signer, fields).flatMap(({ fieldId, memberIds, isMet }) =>
      memberIds === undefined ? fieldId : isMet ? [] : memberIds,
    ),
  );

export function progressOf(signer: { id: string }, fields: readonly Field[]) {
  const requirements = requirementsOf(signer, fields);
  return { filled: requirements.filter(({ isMet }) => isMet).length, total: requirements.length };
}
