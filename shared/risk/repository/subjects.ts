import { notFound } from '@assay/foundation';
import type { Context } from '#shared/platform/context.ts';
import { findOwnRow } from '#shared/platform/store/collection.ts';
import { SubjectRecord } from '../subject.ts';
import { recordsOf } from './collections.ts';

export async function readSubject({ store, caller }: Context, id: string): Promise<SubjectRecord> {
  const row = await findOwnRow(store, recordsOf(caller, 'subjects'), id);
  if (!row) throw notFound('subject');
  return SubjectRecord.parse(row);
}
