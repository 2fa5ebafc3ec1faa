import type { SigningField } from './signing-state.ts';

/**
 * Whether a value differs from what the signer saw. Values they entered themselves since then, and
 * group members cleared by those, do not count.
 */
export function changedByOthers(
  before: readonly SigningField[],
  now: readonly SigningField[],
  enteredIds: ReadonlySet<string>,
): boolean {
  const valueBefore = new Map(before.map(({ id, value }) => [id, value]));
  const enteredGroups = new Set(now.filter(({ id }) => enteredIds.has(id)).map(({ groupKey }) => groupKey));
  const isOwn = ({ id, groupKey }: SigningField) =>
    enteredIds.has(id) || (groupKey !== null && enteredGroups.has(groupKey));
  return now.some((field) => !isOwn(field) && valueBefore.get(field.id) !== field.value);
}
