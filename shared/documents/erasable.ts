import type { Scope } from '#shared/platform/caller.ts';
import { partitionsOf } from '#shared/platform/store/collection.ts';
import { type ErasableRows, erasablePartitions } from '#shared/platform/store/erasure.ts';
import type { Store } from '#shared/platform/store/store.ts';
import { partitionOf, recordsOf } from './repository/collections.ts';
import { removeFilesOf } from './repository/files.ts';

/** Everything kept of an organization and mode: first the files, then each document after what it leads to. */
export async function* erasableDocuments(store: Store, scope: Scope): AsyncGenerator<ErasableRows> {
  // No rows, but a moment at which the worker can see how much time it has left.
  for await (const _page of removeFilesOf(scope)) yield { table: 'documents', keys: [] };
  yield* erasablePartitions(store, 'documents', partitionsOf(recordsOf(scope, 'templates')));
  for (const pk of partitionsOf(recordsOf(scope, 'documents')))
    yield* erasableRecords(store, scope, pk);
}

async function* erasableRecords(
  store: Store,
  scope: Scope,
  pk: string,
): AsyncGenerator<ErasableRows> {
  let after: string | undefined;
  do {
    const range = after === undefined ? {} : { after };
    const { items, more } = await store.query('documents', { pk, ...range });
    const behind = items.map(({ id }) => partitionOf(scope, String(id)));
    yield* erasablePartitions(store, 'documents', behind);
    if (items.length > 0)
      yield { table: 'documents', keys: items.map((item) => ({ pk: item.pk, sk: item.sk })) };
    after = more ? items.at(-1)?.sk : undefined;
  } while (after !== undefined);
}
