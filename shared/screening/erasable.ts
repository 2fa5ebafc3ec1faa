import { removeBlobsBelow } from '#shared/platform/blobs.ts';
import type { Scope } from '#shared/platform/caller.ts';
import { keyIn, partitionsOf } from '#shared/platform/store/collection.ts';
import { type ErasableRows, erasablePartitions } from '#shared/platform/store/erasure.ts';
import type { RecordedEvent } from '#shared/platform/store/history.ts';
import type { Item, Key, Store } from '#shared/platform/store/store.ts';
import { isOwnKey, ownListId } from './lists/list-id.ts';
import { MatchState } from './match-list.ts';
import { assuranceLimitsPartition } from './repository/assurance-limits.ts';
import { assurancesOf } from './repository/assurances.ts';
import { attestationsPartition, coveragePartition } from './repository/attestations.ts';
import { batchKeysPartition } from './repository/batch-keys.ts';
import { batchMappingsPartition } from './repository/batch-mappings.ts';
import { removeBatchObjectsOf } from './repository/batch-objects.ts';
import { batchesOf, begunPartitionsOf } from './repository/batches.ts';
import { closedProposalsPartition } from './repository/closed-proposals.ts';
import { ownChecksPartition } from './repository/list-checks.ts';
import { ownHistoryPartition } from './repository/list-history.ts';
import { ownIndexesOf } from './repository/list-indexes.ts';
import { ownProposalsPartition } from './repository/list-proposals.ts';
import { ownListsPartition } from './repository/list-states.ts';
import { decisionPartitionsOf } from './repository/match-decisions.ts';
import { matchesOf } from './repository/match-lists.ts';
import { inForceKeyOf, inForcePartition } from './repository/matches-in-force.ts';
import { memoryKeyPartition } from './repository/memory-key.ts';
import { registerKey, removalKeysOf } from './repository/own-lists.ts';
import { profilePartitionsOf } from './repository/profiles.ts';
import { rememberedPartitionsOf } from './repository/remembered-decisions.ts';
import { listingFor, partNamesOf, type RunFilter, runPartsOf, runsOf } from './repository/runs.ts';
import { ownUploadsOf, ownUploadsPartition } from './repository/uploads.ts';
import { watchLookBacksPartition } from './repository/watch-look-backs.ts';
import { watchScopePartition } from './repository/watch-scopes.ts';
import { keysBehindWatch, watchPartitionsOf } from './repository/watches.ts';
import { ScreeningStatus } from './run.ts';

/**
 * All rows of an organization and mode in the screening table, and the files and indexes of its own lists. Lists of the
 * catalogue belong to no organization and are not erased.
 */
export async function* erasableScreening(store: Store, scope: Scope): AsyncGenerator<ErasableRows> {
  const listings = [{}, ...ScreeningStatus.options.map((status): RunFilter => ({ status }))];
  yield* erasablePartitions(store, 'screening', [
    ...listings.flatMap((filter) => partitionsOf(listingFor(scope, filter))),
    ...MatchState.options.flatMap((state) => partitionsOf(matchesOf(scope, state))),
    ...decisionPartitionsOf(scope),
    ...rememberedPartitionsOf(scope),
    memoryKeyPartition(scope),
    ...profilePartitionsOf(scope),
    closedProposalsPartition(scope),
    ...partitionsOf(assurancesOf(scope)),
    assuranceLimitsPartition(scope),
    ...partitionsOf(batchesOf(scope)),
    ...begunPartitionsOf(scope),
    batchKeysPartition(scope),
    batchMappingsPartition(scope),
    watchScopePartition(scope),
    watchLookBacksPartition(scope),
    ownHistoryPartition(scope),
    ownProposalsPartition(scope),
    ownUploadsPartition(scope),
    attestationsPartition(scope),
    coveragePartition(scope),
    ownChecksPartition(scope),
  ]);
  yield* erasablePartitions(store, 'screening', [ownListsPartition(scope)], ({ sk }) =>
    isOwnKey(sk) ? [{ table: 'screening', keys: [registerKey(ownListId(scope, sk))] }] : [],
  );
  for (const prefix of [ownIndexesOf(scope), ownUploadsOf(scope)])
    for await (const _page of removeBlobsBelow('lists', prefix)) yield { table: 'screening', keys: [] };
  for await (const keys of removalKeysOf(store, scope)) yield { table: 'screening', keys };
  // Yields no rows, but lets the worker check its remaining time.
  for await (const _page of removeBatchObjectsOf(scope)) yield { table: 'screening', keys: [] };
  yield* erasablePartitions(store, 'screening', watchPartitionsOf(scope), (row) => [
    { table: 'screening', keys: keysBehindWatch(scope, row) },
  ]);
  yield* erasablePartitions(store, 'screening', partitionsOf(runsOf(scope)), (row) => [
    { table: 'screening', keys: [...partsOf(scope, row), ...pointersTo(scope, row)] },
  ]);
}

/** Matches in force that a concurrent change wrote for a subject whose runs were erased already. */
export async function* erasableMatchesBehind(
  store: Store,
  scope: Scope,
  events: readonly RecordedEvent[],
): AsyncGenerator<ErasableRows> {
  const subjectIds = new Set(events.flatMap(({ subjectId }) => subjectId ?? []));
  const partitions = [...subjectIds].map((id) => inForcePartition(scope, id));
  yield* erasablePartitions(store, 'screening', partitions);
}

const partsOf = (scope: Scope, row: Item) =>
  partNamesOf(row).map((sk) => ({ pk: runPartsOf(scope, String(row.id)), sk }));

const pointersTo = (scope: Scope, { id, riskSubjectId, sessionId }: Item): Key[] => [
  ...(riskSubjectId ? [keyIn(listingFor(scope, { riskSubjectId: String(riskSubjectId) }), String(id))] : []),
  ...(sessionId ? [keyIn(listingFor(scope, { sessionId: String(sessionId) }), String(id))] : []),
  ...(riskSubjectId ? [inForceKeyOf(scope, String(riskSubjectId), String(id))] : []),
];
