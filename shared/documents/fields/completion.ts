import type { Finding } from '#shared/platform/problem.ts';
import type { Field } from '../field.ts';
import { isGroupRequired, membersOf } from './check-group.ts';
import { nameOf } from './field-name.ts';

/** Something a signer has to fill before signing: a field, or one member of a group. */
export interface Requirement {
  fieldId: string;
  /** Of a group, all that would do. */
  memberIds?: string[];
  isMet: boolean;
  message: string;
}

/**
 * What is required of a signer at this moment, in the order of the fields. A field counts as filled
 * when it has a value, whoever it is from: a prefill, a shared field that somebody prepared, and an
 * editable default that the signer lets stand all do.
 */
export function requirementsOf(signer: { id: string }, fields: readonly Field[]): Requirement[] {
  const byId = new Map(fields.map((field) => [field.id, field]));
  return fields
    .filter(({ signerId }) => signerId === signer.id)
    .flatMap((field) => {
      if (field.groupKey !== null) return groupRequirement(field, membersOf(field, fields));
      const message = requiredBecause(field, byId);
      return message ? { fieldId: field.id, isMet: field.value !== null, message } : [];
    });
}

/** A group is told once, where its first member stands; `required` of a single member says nothing. */
function groupRequirement(field: Field, members: readonly Field[]): Requirement[] {
  if (members[0]?.id !== field.id || !isGroupRequired(members)) return [];
  const isMet = members.some(({ value }) => value !== null);
  const memberIds = members.map(({ id }) => id);
  const message = `Choose one of ${members.map(nameOf).join(', ')}.`;
  return [{ fieldId: field.id, memberIds, isMet, message }];
}

function requiredBecause(field: Field, byId: ReadonlyMap<string, Field>): string | undefined {
  if (field.requiredWhenFieldId === null)
    return field.required ? `${nameOf(field)} is required.` : undefined;
  const controller = byId.get(field.requiredWhenFieldId);
  return controller && isOn(field, controller)
    ? `${nameOf(field)} is required when ${nameOf(controller)} is selected.`
    : undefined;
}

/** Checked or filled; with a value named, exactly that one. */
const isOn = ({ requiredWhenValue }: Field, controller: Field) =>
  controller.value !== null &&
  (requiredWhenValue === null || controller.value === requiredWhenValue);

/** Why a signer cannot complete yet, each with the id of the field as its path. */
export const missingFor = (signer: { id: string }, fields: readonly Field[]): Finding[] =>
  requirementsOf(signer, fields)
    .filter(({ isMet }) => !isMet)
    .map(({ fieldId, message }) => ({ path: fieldId, message }));

/** Which fields ask to be filled: all members of a group until one is chosen, and then none of them. */
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
