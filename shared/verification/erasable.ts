import type { Scope } from '#shared/platform/caller.ts';
import { partitionsOf } from '#shared/platform/store/collection.ts';
import { type ErasableRows, erasablePartitions } from '#shared/platform/store/erasure.ts';
import type { Store } from '#shared/platform/store/store.ts';
import { checksOfSession, KINDS, type Kind, recordsOf } from './repository/collections.ts';
import { outputsOf } from './repository/runs.ts';
import { revisionsOf, workflowHeadsOf } from './repository/workflows.ts';

/** Everything the verification table keeps of an organization and mode. */
export async function* erasableVerification(
  store: Store,
  scope: Scope,
): AsyncGenerator<ErasableRows> {
  yield* erasablePartitions(store, 'verification', [workflowHeadsOf(scope)]);
  for (const kind of KINDS)
    for (const pk of partitionsOf(recordsOf(scope, kind)))
      yield* erasableRecords(store, scope, kind, pk);
}

/** Partitions that belong to a record alone, and are found through nothing else. */
const BEHIND: Partial<Record<Kind, (scope: Scope, id: string) => string>> = {
  workflows: revisionsOf,
  sessions: (scope, id) => checksOfSession(scope, id).name,
  runs: outputsOf,
};

/** Each row after what only it leads to. */
async function* erasableRecords(
  store: Store,
  scope: Scope,
  kind: Kind,
  pk: string,
): AsyncGenerator<ErasableRows> {
  const partitionBehind = BEHIND[kind];
  let after: string | undefined;
  do {
    const range = after === undefined ? {} : { after };
    const { items, more } = await store.query('verification', { pk, ...range });
    const behind = partitionBehind && items.map(({ id }) => partitionBehind(scope, String(id)));
    yield* erasablePartitions(store, 'verification', behind ?? []);
    if (items.length > 0)
      yield { table: 'verification', keys: items.map((item) => ({ pk: item.pk, sk: item.sk })) };
    after = more ? items.at(-1)?.sk : undefined;
  } while (after !== undefined);
}
