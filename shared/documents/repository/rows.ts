import type { Scope } from '#shared/platform/caller.ts';
import type { Item, Store } from '#shared/platform/store/store.ts';
import { partitionOf } from './collections.ts';

/** Sorts after every character of our sort keys. */
const LAST = '\uffff';

/** All rows of one kind that belong to a document, in key order. */
export async function rowsOf(store: Store, scope: Scope, documentId: string, prefix: string): Promise<Item[]> {
  const pk = partitionOf(scope, documentId);
  const rows: Item[] = [];
  for (let from = prefix; ; ) {
    const { items, more } = await store.query('documents', { pk, from, upTo: prefix + LAST });
    rows.push(...items);
    const last = items.at(-1);
    if (!more || !last) return rows;
    from = `${last.sk}\0`;
  }
}
