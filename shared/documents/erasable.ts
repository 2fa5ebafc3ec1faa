import type { Scope } from '#shared/platform/caller.ts';
import { partitionsOf } from '#shared/platform/store/collection.ts';
import { type ErasableRows, erasableRecords } from '#shared/platform/store/erasure.ts';
import type { Store } from '#shared/platform/store/store.ts';
import { partitionOf, recordsOf, templatePartition } from './repository/collections.ts';
import { removeFilesOf } from './repository/files.ts';

/**
 * All records of an organization and mode: files first, then the rows of each template and document
 * before its own.
 */
export async function* erasableDocuments(store: Store, scope: Scope): AsyncGenerator<ErasableRows> {
  // Yields no rows, but lets the worker check its remaining time.
  for await (const _page of removeFilesOf(scope)) yield { table: 'documents', keys: [] };
  for (const pk of partitionsOf(recordsOf(scope, 'templates')))
    yield* erasableRecords(store, 'documents', pk, ({ id }) => [templatePartition(scope, String(id))]);
  for (const pk of partitionsOf(recordsOf(scope, 'documents')))
    yield* erasableRecords(store, 'documents', pk, ({ id }) => [partitionOf(scope, String(id))]);
}
