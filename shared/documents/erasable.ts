import type { Scope } from '#shared/platform/caller.ts';
import { partitionsOf } from '#shared/platform/store/collection.ts';
import {
  type ErasableRows,
  erasablePartitions,
  erasableRecords,
} from '#shared/platform/store/erasure.ts';
import type { Store } from '#shared/platform/store/store.ts';
import { partitionOf, recordsOf } from './repository/collections.ts';
import { removeFilesOf } from './repository/files.ts';

/** Everything kept of an organization and mode: first the files, then each document after what it leads to. */
export async function* erasableDocuments(store: Store, scope: Scope): AsyncGenerator<ErasableRows> {
  // No rows, but a moment at which the worker can see how much time it has left.
  for await (const _page of removeFilesOf(scope)) yield { table: 'documents', keys: [] };
  yield* erasablePartitions(store, 'documents', partitionsOf(recordsOf(scope, 'templates')));
  for (const pk of partitionsOf(recordsOf(scope, 'documents')))
    yield* erasableRecords(store, 'documents', pk, ({ id }) => [partitionOf(scope, String(id))]);
}
