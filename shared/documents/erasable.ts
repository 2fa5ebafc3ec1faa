import type { Scope } from '#shared/platform/caller.ts';
import { partitionsOf } from '#shared/platform/store/collection.ts';
import { type ErasableRows, erasablePartitions, erasableRecords } from '#shared/platform/store/erasure.ts';
import type { Store } from '#shared/platform/store/store.ts';
import { partitionOf, recordsOf } from './repository/collections.ts';
import { removeFilesOf } from './repository/files.ts';

/**
 * All records of an organization and mode: files first, then the rows of each document before the
 * document.
 */
export async function* erasableDocuments(store: Store, scope: Scope): AsyncGenerator<ErasableRows> {
  // Yields no rows, but lets the worker check its remaining time.
  for await (const _page of removeFilesOf(scope)) yield { table: 'documents', keys: [] };
  yield* erasablePartitions(store, 'documents', partitionsOf(recordsOf(scope, 'templates')));
  for (const pk of partitionsOf(recordsOf(scope, 'documents')))
    yield* erasableRecords(store, 'documents', pk, ({ id }) => [partitionOf(scope, String(id))]);
}
