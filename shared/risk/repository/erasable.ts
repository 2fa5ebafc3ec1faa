import type { Scope } from '#shared/platform/caller.ts';
import { partitionsOf, pointerIn } from '#shared/platform/store/collection.ts';
import { type ErasableRows, erasablePartitions } from '#shared/platform/store/erasure.ts';
import type { RecordedEvent } from '#shared/platform/store/history.ts';
import { searchPartitionsOf } from '#shared/platform/store/search.ts';
import type { Item, Key, Store } from '#shared/platform/store/store.ts';
import { ActionStatus } from '../action.ts';
import { RESOURCES } from '../resource.ts';
import { WORK_DECISIONS } from '../work.ts';
import { WorkRequestRecord } from '../work-request.ts';
import { parseActionRow, queuePartitionsOf } from './actions.ts';
import { aiSettingsPartition } from './ai-settings.ts';
import { qualityPartition } from './assessment-quality.ts';
import { assessmentPartsOf, assessmentsOfEvent } from './assessments.ts';
import { ATTACHMENTS, removeAttachmentsOf } from './attachments.ts';
import { recordsAbout, recordsOf } from './collections.ts';
import { memberNamesOf, membershipsOf, pinsKey } from './contexts.ts';
import { snapshotPartsOf } from './investigations.ts';
import { monitoredBy } from './monitored-by.ts';
import { namePartitionsOf } from './names.ts';
import { notesPartition } from './notes.ts';
import { noticePartitionsOf } from './notices.ts';
import { latestOverridePartition } from './overrides.ts';
import { latestPublishedPartition, latestVersionsPartition, retirementsPartition } from './policies.ts';
import { policyCounterPartitionsOf } from './policy-counters.ts';
import { scenariosPartition } from './policy-scenarios.ts';
import { proposalIndexPartitions, proposalsPartition } from './proposals.ts';
import { reviewPartitionsOf } from './review-calendar.ts';
import { readerPartitionsOf } from './screening-readers.ts';
import { shadowsPartition } from './shadows.ts';
import { statePartition } from './subject-state.ts';
import { assigneePartitionsOf, workPartitionsOf } from './work.ts';
import { counterPartitionsOf } from './work-counters.ts';
import { REQUESTS, waitingKey, waitingPartition } from './work-requests.ts';

/** All rows of an organization and mode in the risk table. */
export async function* erasableRisk(store: Store, scope: Scope): AsyncGenerator<ErasableRows> {
  // Yields no rows, but lets the worker check its remaining time.
  for await (const _page of removeAttachmentsOf(scope)) yield { table: 'risk', keys: [] };
  yield* erasablePartitions(store, 'risk', [
    ...namePartitionsOf(scope),
    ...queuePartitionsOf(scope, ActionStatus.options),
    ...workPartitionsOf(scope, WORK_DECISIONS),
    ...assigneePartitionsOf(scope),
    ...counterPartitionsOf(scope),
    ...policyCounterPartitionsOf(scope),
    ...noticePartitionsOf(scope),
    ...reviewPartitionsOf(scope),
    latestVersionsPartition(scope),
    latestPublishedPartition(scope),
    retirementsPartition(scope),
    scenariosPartition(scope),
    shadowsPartition(scope),
    ...proposalIndexPartitions(scope),
    aiSettingsPartition(scope),
    ...readerPartitionsOf(scope),
  ]);
  for (const resource of [...RESOURCES, REQUESTS, ATTACHMENTS]) {
    const records = recordsOf(scope, resource);
    yield* erasablePartitions(store, 'risk', searchPartitionsOf(records));
    for (const pk of partitionsOf(records)) yield* erasableRecords(store, scope, pk);
  }
}

/**
 * Rows that a concurrent change wrote about a subject or context while it was erased. The record
 * itself is found in its collection; these rows are found through its events only.
 */
export async function* erasableBehindEvents(
  store: Store,
  scope: Scope,
  events: readonly RecordedEvent[],
): AsyncGenerator<ErasableRows> {
  const partitions = events.flatMap(({ resource, resourceId, subjectId, details }) => [
    ...partitionsBehind(scope, { resource, id: resourceId }),
    ...(resource === 'subjects' && details?.policyVersionId
      ? partitionsOf(monitoredBy(scope, String(details.policyVersionId)))
      : []),
    ...(resource === REQUESTS && details?.to ? [waitingPartition(scope, String(details.to))] : []),
    ...(subjectId ? partitionsOfSubject(scope, subjectId) : []),
  ]);
  yield* erasablePartitions(store, 'risk', [...new Set(partitions)]);
}

/** Yields each row of a partition after the rows that are reachable through it only. */
async function* erasableRecords(store: Store, scope: Scope, pk: string): AsyncGenerator<ErasableRows> {
  for await (const { table, keys } of erasablePartitions(store, 'risk', [pk])) {
    const rows = await store.getMany(keys.map((key) => ({ table, key })));
    for (const row of rows) {
      if (!row) continue;
      yield { table, keys: pointersTo(scope, row) };
      yield* erasablePartitions(store, 'risk', partitionsBehind(scope, row));
    }
    yield { table, keys };
  }
}

/** Pointers to a record in lists outside its own collection. */
function pointersTo(scope: Scope, row: Item): Key[] {
  const id = String(row.id);
  const resource = String(row.resource);
  const subjectId = ownerOf(row);
  const listings = [
    ...(subjectId ? [recordsAbout(scope, resource, subjectId)] : []),
    ...((row.eventIds ?? []) as string[]).map((eventId) => assessmentsOfEvent(scope, eventId)),
  ];
  const pointers = listings.map((listing) => {
    const { pk, sk } = pointerIn(listing, id);
    return { pk, sk };
  });
  return resource === REQUESTS ? [...pointers, waitingKey(scope, WorkRequestRecord.parse(row))] : pointers;
}

function ownerOf(row: Item): string | undefined {
  if (row.resource === 'actions') return parseActionRow(row).actions[0]?.subjectId;
  const data = row.data as { subjectId?: string; investigationId?: string } | undefined;
  if (row.resource === 'investigation-reviews') return data?.investigationId;
  return (row.subjectId as string | undefined) ?? data?.subjectId;
}

const partitionsOfSubject = (scope: Scope, subjectId: string) => [
  statePartition(scope, subjectId),
  notesPartition(scope, subjectId),
  recordsAbout(scope, 'contexts', subjectId).name,
  recordsAbout(scope, REQUESTS, subjectId).name,
  recordsAbout(scope, 'outcomes', subjectId).name,
  qualityPartition(scope, subjectId),
];

/**
 * Partitions that are reachable through this record only, or possibly through it as the last one.
 */
function partitionsBehind(scope: Scope, { id, resource, data }: Record<string, unknown>): string[] {
  const recordId = String(id);
  if (resource === 'subjects') return partitionsOfSubject(scope, recordId);
  if (resource === 'assessments')
    return [
      assessmentPartsOf(scope, recordId),
      latestOverridePartition(scope, recordId),
      proposalsPartition(scope, recordId),
    ];
  if (resource === 'policies')
    return [proposalsPartition(scope, recordId), ...partitionsOf(monitoredBy(scope, recordId))];
  // The assessment may have been erased while the override was created.
  const { assessmentId } = (data ?? {}) as { assessmentId?: string };
  if (resource === 'overrides')
    return [
      proposalsPartition(scope, recordId),
      ...(assessmentId ? [latestOverridePartition(scope, assessmentId)] : []),
    ];
  if (resource === 'investigations') return [snapshotPartsOf(scope, recordId)];
  if (resource === 'contexts')
    return [
      ...partitionsOf(membershipsOf(scope, recordId)),
      memberNamesOf(scope, recordId),
      pinsKey(scope, recordId).pk,
    ];
  return [];
}
