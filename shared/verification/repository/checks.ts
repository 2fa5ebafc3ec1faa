import type { Scope } from '#shared/platform/caller.ts';
import type { Context } from '#shared/platform/context.ts';
import { notFound } from '#shared/platform/problem.ts';
import {
  findOwnRow,
  keyIn,
  listPointers,
  oneRecord,
  pointerIn,
} from '#shared/platform/store/collection.ts';
import type { Write } from '#shared/platform/store/store.ts';
import { CheckRecord } from '../check.ts';
import { checksOfSession, recordsOf } from './collections.ts';

export const createCheck = (scope: Scope, record: CheckRecord): Write[] => [
  {
    table: 'verification',
    put: { ...keyIn(recordsOf(scope, 'checks'), record.id), ...record },
    when: 'absent',
  },
  {
    table: 'verification',
    put: pointerIn(checksOfSession(scope, record.data.sessionId), record.id),
  },
];

export async function readCheck({ store, caller }: Context, id: string): Promise<CheckRecord> {
  const row = await findOwnRow(store, recordsOf(caller, 'checks'), id);
  if (!row) throw notFound('check');
  return CheckRecord.parse(row);
}

export const listChecks = ({ store, caller }: Context, sessionId: string, offset: number) =>
  listPointers(store, checksOfSession(caller, sessionId), {
    offset,
    expand: oneRecord((row) => CheckRecord.parse(row)),
  });
