import { conflict, notFound } from '@assay/foundation';
import type { Scope } from '#shared/platform/caller.ts';
import type { Context } from '#shared/platform/context.ts';
import { findOwnRow, keyIn } from '#shared/platform/store/collection.ts';
import type { Write } from '#shared/platform/store/store.ts';
import { SourceRecord } from '../source.ts';
import { recordsOf } from './collections.ts';
import { claimName } from './names.ts';

export async function readSource({ store, caller }: Context, id: string): Promise<SourceRecord> {
  const row = await findOwnRow(store, recordsOf(caller, 'sources'), id);
  if (!row) throw notFound('source');
  return SourceRecord.parse(row);
}

/** Sources by id, in one round trip. Unknown ids are left out. */
export async function findSources({ store, caller }: Context, ids: readonly string[]) {
  const collection = recordsOf(caller, 'sources');
  const rows = await store.getMany(ids.map((id) => ({ table: collection.table, key: keyIn(collection, id) })));
  const found = rows.flatMap((row, index) => (row?.id === ids[index] ? [SourceRecord.parse(row)] : []));
  return new Map(found.map((source) => [source.id, source]));
}

export const createSource = (scope: Scope, source: SourceRecord): Write[] => [
  claimName(scope, { kind: 'sources', name: source.data.key, id: source.id }, (existingId) =>
    conflict('source_exists', 'A source with this key already exists.', { existingId }),
  ),
  {
    table: 'risk',
    put: { ...keyIn(recordsOf(scope, 'sources'), source.id), ...source, revision: 1 },
    when: 'absent',
  },
];

/** On condition that it has not changed meanwhile. */
export const replaceSource = (scope: Scope, before: SourceRecord, after: SourceRecord): Write => ({
  table: 'risk',
  update: keyIn(recordsOf(scope, 'sources'), after.id),
  set: { data: after.data, revision: after.data.revision },
  when: { id: after.id, revision: before.data.revision },
});
