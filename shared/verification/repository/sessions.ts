import { notFound } from '@assay/foundation';
import type { Scope } from '#shared/platform/caller.ts';
import type { Context } from '#shared/platform/context.ts';
import { findOwnRow, keyIn, listCollection, oneRecord, type Paging } from '#shared/platform/store/collection.ts';
import type { Item, Write } from '#shared/platform/store/store.ts';
import type { Stored } from '#shared/platform/store/stored.ts';
import { SessionRecord } from '../session.ts';
import { recordsOf } from './collections.ts';

export async function readSession({ store, caller }: Context, id: string): Promise<Stored<SessionRecord>> {
  const row = await findOwnRow(store, recordsOf(caller, 'sessions'), id);
  if (!row) throw notFound('session');
  return { record: SessionRecord.parse(row), writes: Number(row.writes) };
}

export const createSession = (scope: Scope, record: SessionRecord): Write => ({
  table: 'verification',
  put: toRow(scope, record, 1),
  when: 'absent',
});

/** On condition that it has not changed meanwhile. */
export const replaceSession = (scope: Scope, { writes }: Stored<SessionRecord>, record: SessionRecord): Write => ({
  table: 'verification',
  put: toRow(scope, record, writes + 1),
  when: { id: record.id, writes },
});

/** Condition that no newer attempt has started. */
export const assertLatestRun = (scope: Scope, { id, data }: SessionRecord): Write => ({
  table: 'verification',
  check: keyIn(recordsOf(scope, 'sessions'), id),
  when: { id, latestRunId: data.latestRunId },
});

/** Condition that neither its attempts nor its checks have changed. */
export const assertSessionUnchanged = (scope: Scope, { record: { id }, writes }: Stored<SessionRecord>): Write => ({
  table: 'verification',
  check: keyIn(recordsOf(scope, 'sessions'), id),
  when: { id, writes },
});

const toRow = (scope: Scope, record: SessionRecord, writes: number): Item => ({
  ...keyIn(recordsOf(scope, 'sessions'), record.id),
  ...record,
  latestRunId: record.data.latestRunId,
  writes,
});

export const listSessions = ({ store, caller }: Context, { offset, order }: Paging) =>
  listCollection(store, recordsOf(caller, 'sessions'), {
    offset,
    order,
    expand: oneRecord((row) => SessionRecord.parse(row)),
  });
