import type { TableName } from '../../tables.ts';
import type { Item, Query, Store } from './store.ts';

/** What `firstRows` reads of a partition: all of it, or a range of sort keys. */
export type CountedPartition = Pick<Query, 'pk' | 'index' | 'from' | 'upTo'>;

/**
 * Rows of several partitions, until there are `limit` of them. Each partition is asked for its share first, so that
 * evenly spread rows take one round of queries.
 */
export async function firstRows(
  store: Store,
  table: TableName,
  partitions: readonly CountedPartition[],
  { limit, keysOnly = false }: { limit: number; keysOnly?: boolean },
): Promise<Item[]> {
  const share = Math.ceil(limit / Math.max(partitions.length, 1));
  const first = await Promise.all(partitions.map((one) => store.query(table, { ...one, limit: share, keysOnly })));
  const rows = first.flatMap(({ items }) => items);
  for (const [index, partition] of partitions.entries()) {
    let [page, last] = [first[index], first[index]?.items.at(-1)];
    while (page?.more && last && rows.length < limit) {
      // The first key after the last one; a range takes no other bound.
      const from = `${last.sk}\u0000`;
      page = await store.query(table, { ...partition, from, limit: limit - rows.length, keysOnly });
      rows.push(...page.items);
      last = page.items.at(-1);
    }
  }
  return rows.slice(0, limit);
}
