import { notFound } from '@assay/foundation';
import { type Caller, principalOf, type Scope, scopeKey } from '#shared/platform/caller.ts';
import type { Context } from '#shared/platform/context.ts';
import {
  findOwnRow,
  keyIn,
  type Listing,
  listMergedPointers,
  listPointers,
  oneRecord,
  type Paging,
  pointerIn,
} from '#shared/platform/store/collection.ts';
import { firstRows } from '#shared/platform/store/first-rows.ts';
import type { Key, Store, Write } from '#shared/platform/store/store.ts';
import { addressesOf, WorkRequestRecord, waitsFor } from '../work-request.ts';
import { recordsAbout, recordsOf } from './collections.ts';

/** The name in keys. It is no resource of the lists of records: a request is read through its subject. */
export const REQUESTS = 'requests';

/** A request, and how often it has changed. */
export interface StoredRequest {
  request: WorkRequestRecord;
  revision: number;
}

/** Requests without an answer, by their addressee: a user or a role. */
const waitingFor = (scope: Scope, to: string): Listing => ({
  table: 'risk',
  name: waitingPartition(scope, to),
  home: recordsOf(scope, REQUESTS),
});

export const waitingPartition = (scope: Scope, to: string) => `${scopeKey(scope)}#requests-to#${to}`;

/** The pointer of a request that waits. */
export function waitingKey(scope: Scope, { id, data }: Pick<WorkRequestRecord, 'id' | 'data'>): Key {
  const { pk, sk } = pointerIn(waitingFor(scope, data.to), id);
  return { pk, sk };
}

export const createRequest = (scope: Scope, request: WorkRequestRecord): Write[] => [
  {
    table: 'risk',
    put: { ...keyIn(recordsOf(scope, REQUESTS), request.id), ...request, revision: 1 },
    when: 'absent',
  },
  { table: 'risk', put: pointerIn(recordsAbout(scope, REQUESTS, request.data.subjectId), request.id) },
  {
    table: 'risk',
    put: { ...pointerIn(waitingFor(scope, request.data.to), request.id), askedBy: request.data.createdBy },
  },
];

export async function readRequest({ store, caller }: Context, id: string): Promise<StoredRequest> {
  const row = await findOwnRow(store, recordsOf(caller, REQUESTS), id);
  if (!row) throw notFound('request');
  return { request: WorkRequestRecord.parse(row), revision: Number(row.revision) };
}

/**
 * Ends the waiting of a request. Loses to a change that was made meanwhile, so that a request is answered and closed
 * once.
 */
export const replaceRequest = (
  scope: Scope,
  { request, revision }: StoredRequest,
  after: WorkRequestRecord,
): Write[] => [
  {
    table: 'risk',
    update: keyIn(recordsOf(scope, REQUESTS), request.id),
    set: { data: after.data, revision: revision + 1 },
    when: { id: request.id, revision },
  },
  ...(request.data.status === 'open' ? [{ table: 'risk' as const, remove: waitingKey(scope, request) }] : []),
];

export const listRequests = (store: Store, scope: Scope, subjectId: string, paging: Paging) =>
  listPointers(store, recordsAbout(scope, REQUESTS, subjectId), {
    ...paging,
    expand: oneRecord((row) => WorkRequestRecord.parse(row)),
  });

/** Requests that wait for the caller. */
export const listWaitingRequests = (store: Store, caller: Caller, paging: Paging) =>
  listMergedPointers(
    store,
    addressesOf(caller).map((to) => waitingFor(caller, to)),
    {
      ...paging,
      expand: (row) =>
        oneRecord((one) => WorkRequestRecord.parse(one))(row).filter(({ value }) => waitsFor(value, caller)),
    },
  );

/** Ids of requests of other people that wait for the caller. */
export async function waitingRequestIds(store: Store, caller: Caller, limit: number): Promise<string[]> {
  const partitions = addressesOf(caller).map((to) => ({ pk: waitingPartition(caller, to) }));
  if (partitions.length === 0) return [];
  const rows = await firstRows(store, 'risk', partitions, { limit });
  return rows.filter(({ askedBy }) => askedBy !== principalOf(caller)).map(({ id }) => String(id));
}

/** The requests of a subject that are not closed, newest first: all open ones, and those answered among the newest. */
export async function listUnclosedRequests(
  store: Store,
  scope: Scope,
  subjectId: string,
  openIds: readonly string[],
): Promise<WorkRequestRecord[]> {
  const [rows, { items }] = await Promise.all([
    store.getMany(openIds.map((id) => ({ table: 'risk' as const, key: keyIn(recordsOf(scope, REQUESTS), id) }))),
    listRequests(store, scope, subjectId, { offset: 0, order: 'newest' }),
  ]);
  const all = [...items, ...rows.flatMap((row) => (row ? [WorkRequestRecord.parse(row)] : []))];
  const unclosed = new Map(all.filter(({ data }) => data.status !== 'closed').map((one) => [one.id, one]));
  return [...unclosed.values()].toSorted((one, other) => (one.id < other.id ? 1 : -1));
}
