import type { Scope } from '#shared/platform/caller.ts';
import { partitionsOf } from '#shared/platform/store/collection.ts';
import { type ErasableRows, erasablePartitions, erasableRecords } from '#shared/platform/store/erasure.ts';
import type { Store } from '#shared/platform/store/store.ts';
import { checksOfSession, KINDS, type Kind, recordsOf } from './repository/collections.ts';
import { outputsOf } from './repository/runs.ts';
import { latestRevisionsPartition, revisionsOf } from './repository/workflows.ts';

/** All rows of an organization and mode in the verification table. */
export async function* erasableVerification(store: Store, scope: Scope): AsyncGenerator<ErasableRows> {
  yield* erasablePartitions(store, 'verification', [latestRevisionsPartition(scope)]);
  for (const kind of KINDS)
    for (const pk of partitionsOf(recordsOf(scope, kind)))
      yield* erasableRecords(store, 'verification', pk, ({ id }) => {
        const behind = BEHIND[kind];
        return behind ? [behind(scope, String(id))] : [];
      });
}

/** Partitions that are reachable through one record only. */
const BEHIND: Partial<Record<Kind, (scope: Scope, id: string) => string>> = {
  workflows: revisionsOf,
  sessions: (scope, id) => checksOfSession(scope, id).name,
  runs: outputsOf,
};
