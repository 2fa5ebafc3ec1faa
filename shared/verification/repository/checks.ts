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
import type { Item, Write } from '#shared/platform/store/store.ts';
import { CheckRecord } from '../check.ts';
import { checksOfSession, recordsOf } from './collections.ts';

export const createCheck = (scope: Scope, record: CheckRecord): Write[] => [
  { table: 'verification', put: toRow(scope, record), when: 'absent' },
  {
    table: 'verification',
    put: pointerIn(checksOfSession(scope, record.data.sessionId), record.id),
  },
];

/** On condition that the check still exists. It changes with its screening run only. */
export const replaceCheck = (scope: Scope, record: CheckRecord): Write => ({
  table: 'verification',
  put: toRow(scope, record),
  when: { id: record.id },
});

const toRow = (scope: Scope, record: CheckRecord): Item => ({
  ...keyIn(recordsOf(scope, 'checks'), record.id),
  ...record,
});

export async function readCheck({ store, caller }: Context, id: string): Promise<CheckRecord> {
  const row = await findOwnRow(store, recordsOf(caller, 'checks'), id);
  if (!row) throw notFound('check');
  return CheckRecord.parse(row);
}

/** In one round trip. Unknown ids are left out. */
export async function findChecks({ store, caller }: Context, ids: readonly string[]): Promise<CheckRecord[]> {
  const keys = ids.map((id) => keyIn(recordsOf(caller, 'checks'), id));
  const rows = await store.getMany(keys.map((key) => ({ table: 'verification', key })));
  return rows.flatMap((row) => (row ? [CheckRecord.parse(row)] : []));
}

export const listChecks = ({ store, caller }: Context, sessionId: string, { offset, order }: Paging) =>
  listPointers(store, checksOfSession(caller, sessionId), {
    offset,
    order,
    expand: oneRecord((row) => CheckRecord.parse(row)),
  });
