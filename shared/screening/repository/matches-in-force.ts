import { type Scope, scopeKey } from '#shared/platform/caller.ts';
import { pack, unpack } from '#shared/platform/store/packed.ts';
import type { Key, Store, Write } from '#shared/platform/store/store.ts';
import { isNothingInForce, MatchesInForce } from '../matches-in-force.ts';

/**
 * The matches in force of a risk subject, a row per run that has any. They change only in transactions that advance
 * the evidence of the subject on condition that it has not changed, so a change that was prepared from older rows
 * is not committed: read the state of the subject first, then these rows.
 */
export const inForcePartition = (scope: Scope, subjectId: string) => `${scopeKey(scope)}#matches-in-force#${subjectId}`;

export const inForceKeyOf = (scope: Scope, subjectId: string, runId: string): Key => ({
  pk: inForcePartition(scope, subjectId),
  sk: runId,
});

/** By run id, oldest run first. */
export async function listMatchesInForce(
  store: Store,
  scope: Scope,
  subjectId: string,
): Promise<Map<string, MatchesInForce>> {
  const pk = inForcePartition(scope, subjectId);
  const found = new Map<string, MatchesInForce>();
  let after: string | undefined;
  for (;;) {
    const page = await store.query('screening', { pk, ...(after !== undefined && { after }) });
    for (const { sk, packed } of page.items) found.set(sk, MatchesInForce.parse(unpack([packed as Uint8Array])));
    after = page.items.at(-1)?.sk;
    if (!page.more || after === undefined) return found;
  }
}

export function replaceMatchesInForce(scope: Scope, subjectId: string, inForce: MatchesInForce): Write {
  const key = inForceKeyOf(scope, subjectId, inForce.runId);
  if (isNothingInForce(inForce)) return { table: 'screening', remove: key };
  const [packed, ...rest] = pack(inForce);
  if (rest.length > 0) throw new Error('The matches in force of a run do not fit their row.');
  return { table: 'screening', put: { ...key, packed } };
}
