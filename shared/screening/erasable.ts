import type { Scope } from '#shared/platform/caller.ts';
import { keyIn, partitionsOf } from '#shared/platform/store/collection.ts';
import { type ErasableRows, erasablePartitions } from '#shared/platform/store/erasure.ts';
import type { RecordedEvent } from '#shared/platform/store/history.ts';
import type { Item, Key, Store } from '#shared/platform/store/store.ts';
import { MatchState } from './match-list.ts';
import { batchesOf, begunPartitionsOf } from './repository/batches.ts';
import { closedProposalsPartition } from './repository/closed-proposals.ts';
import { decisionPartitionsOf } from './repository/match-decisions.ts';
import { matchesOf } from './repository/match-lists.ts';
import { inForceKeyOf, inForcePartition } from './repository/matches-in-force.ts';
import { profilePartitionsOf } from './repository/profiles.ts';
import { listingFor, partNamesOf, type RunFilter, runPartsOf, runsOf } from './repository/runs.ts';
import { ScreeningStatus } from './run.ts';

/**
 * All rows of an organization and mode in the screening table. Lists belong to no organization and
 * are not erased.
 */
export async function* erasableScreening(store: Store, scope: Scope): AsyncGenerator<ErasableRows> {
  const listings = [{}, ...ScreeningStatus.options.map((status): RunFilter => ({ status }))];
  yield* erasablePartitions(store, 'screening', [
    ...listings.flatMap((filter) => partitionsOf(listingFor(scope, filter))),
    ...MatchState.options.flatMap((state) => partitionsOf(matchesOf(scope, state))),
    ...decisionPartitionsOf(scope),
    ...profilePartitionsOf(scope),
    closedProposalsPartition(scope),
    ...partitionsOf(batchesOf(scope)),
    ...begunPartitionsOf(scope),
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
