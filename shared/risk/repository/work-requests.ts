import { notFound } from '@assay/foundation';
import type { Scope } from '#shared/platform/caller.ts';
import type { Context } from '#shared/platform/context.ts';
import {
  findOwnRow,
  keyIn,
  listPointers,
  oneRecord,
  type Paging,
  pointerIn,
} from '#shared/platform/store/collection.ts';
import type { Store, Write } from '#shared/platform/store/store.ts';
import { WorkRequestRecord } from '../work-request.ts';
import { recordsAbout, recordsOf } from './collections.ts';

/** The name in keys. It is no resource of the lists of records: a request is read through its subject. */
export const REQUESTS = 'requests';

/** A request, and how often it has changed. */
export interface StoredRequest {
  request: WorkRequestRecord;
  revision: number;
}

export const createRequest = (scope: Scope, request: WorkRequestRecord): Write[] => [
  {
    table: 'risk',
    put: { ...keyIn(recordsOf(scope, REQUESTS), request.id), ...request, revision: 1 },
    when: 'absent',
  },
  { table: 'risk', put: pointerIn(recordsAbout(scope, REQUESTS, request.data.subjectId), request.id) },
];

export async function readRequest({ store, caller }: Context, id: string): Promise<StoredRequest> {
  const row = await findOwnRow(store, recordsOf(caller, REQUESTS), id);
  if (!row) throw notFound('request');
  return { request: WorkRequestRecord.parse(row), revision: Number(row.revision) };
}

/** Loses to a change that was made meanwhile, so that a request is answered and closed once. */
export const replaceRequest = (
  scope: Scope,
  { request, revision }: StoredRequest,
  after: WorkRequestRecord,
): Write => ({
  table: 'risk',
  update: keyIn(recordsOf(scope, REQUESTS), request.id),
  set: { data: after.data, revision: revision + 1 },
  when: { id: request.id, revision },
});

export const listRequests = (store: Store, scope: Scope, subjectId: string, paging: Paging) =>
  listPointers(store, recordsAbout(scope, REQUESTS, subjectId), {
    ...paging,
    expand: oneRecord((row) => WorkRequestRecord.parse(row)),
  });
