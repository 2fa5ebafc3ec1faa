import { notFound } from '@assay/foundation';
import type { Context } from '#shared/platform/context.ts';
import { findOwnRow, keyIn } from '#shared/platform/store/collection.ts';
import { SubjectRecord } from '../subject.ts';
import { recordsOf } from './collections.ts';

export async function readSubject({ store, caller }: Context, id: string): Promise<SubjectRecord> {
  const row = await findOwnRow(store, recordsOf(caller, 'subjects'), id);
  if (!row) throw notFound('subject');
  return SubjectRecord.parse(row);
}

/** Subjects by id, each read once; those that do not exist are left out. */
export async function findSubjects(
  { store, caller }: Context,
  ids: readonly string[],
): Promise<Map<string, SubjectRecord>> {
  const subjects = recordsOf(caller, 'subjects');
  const rows = await store.getMany([...new Set(ids)].map((id) => ({ table: 'risk', key: keyIn(subjects, id) })));
  return new Map(rows.flatMap((row) => (row ? [[String(row.id), SubjectRecord.parse(row)]] : [])));
}
