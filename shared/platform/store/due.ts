import type { TableName } from '../../tables.ts';
import type { Item, Store } from './store.ts';

/**
 * Rows that wait for a worker stand in their table's sparse `due` index until they are done. A message
 * or the stream makes a worker prompt; this index is where a lost one is found.
 */
export interface Due {
  dueShard: string;
  dueAt: string;
}

const SHARDS = 8;

/** Spread by the number of the row, so that no one partition of the index takes every write. */
export const dueAt = (at: Date, rowNumber: number): Due => ({
  dueShard: `due#${rowNumber % SHARDS}`,
  dueAt: at.toISOString(),
});

/** Takes a row out of the index. */
export const NOT_DUE = ['dueShard', 'dueAt'] as const;

/** The rows that have been due longest, oldest first within a shard. The index holds keys only. */
export async function listDue(
  store: Store,
  table: TableName,
  { now, limit }: { now: Date; limit: number },
): Promise<Item[]> {
  const perShard = Math.ceil(limit / SHARDS);
  const pages = await Promise.all(
    Array.from({ length: SHARDS }, (_, shard) =>
      store.query(table, {
        index: 'due',
        pk: `due#${shard}`,
        upTo: now.toISOString(),
        limit: perShard,
      }),
    ),
  );
  const keys = pages.flatMap(({ items }) =>
    items.map(({ pk, sk }) => ({ table, key: { pk, sk } })),
  );
  return (await store.getMany(keys)).filter((row) => row !== undefined);
}
