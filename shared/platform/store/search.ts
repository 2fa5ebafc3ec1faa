import { type Collection, type Expand, listCollection, partitionsOf } from './collection.ts';
import type { Page } from './paging.ts';
import type { Store } from './store.ts';

export function searchCollection<T>(
  store: Store,
  collection: Collection,
  { offset, expand, text }: { offset: number; expand: Expand<T>; text: string },
): Promise<Page<T>> {
  const wanted = text.toLowerCase();
  return listCollection(store, collection, {
    offset,
    expand: (row) => (String(row.searchable ?? '').includes(wanted) ? expand(row) : []),
  });
}

export const searchPartitionsOf = (collection: Collection) =>
  partitionsOf(collection).map((pk) => `${pk}~search`);
