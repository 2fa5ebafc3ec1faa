import type { TableName } from '../../tables.ts';
import type { Item, Store, Write } from './store.ts';

/**
 * Rows that wait for a worker stand in their table's sparse `due` index until they are done. A message
 * or the stream makes a worker prompt; this index is where a lost one is found.
 */
export interface Due {
  dueShard: string;
  dueAt: string;
}

const SHARDS = 8;

/** Work of different kinds in one table stands in different lines, so that none waits for another. */
export type DueLine = 'monitoring' | 'evidence' | 'investigations' | 'documents' | 'mails';

const shardName = (shard: number, line?: DueLine) =>
  line === undefined ? `due#${shard}` : `due#${line}#${shard}`;

/** Spread by the number of the row, so that no one partition of the index takes every write. */
export const dueAt = (at: Date, rowNumber: number, line?: DueLine): Due => ({
  dueShard: shardName(rowNumber % SHARDS, line),
  dueAt: at.toISOString(),
});

/** Takes a row out of the index. */
export const NOT_DUE = ['dueShard', 'dueAt'] as const;

/**
 * Rows that have been due longest, as they are now; the index holds keys only and lags behind. With a
 * line they are its very oldest, in their order; without one they are about as many of every shard.
 */
export async function listDue(
  store: Store,
  table: TableName,
  { now, limit, line }: { now: Date; limit: number; line?: DueLine },
): Promise<Item[]> {
  const perShard = line === undefined ? Math.ceil(limit / SHARDS) : limit;
  const pages = await Promise.all(
    Array.from({ length: SHARDS }, (_, shard) =>
      store.query(table, {
        index: 'due',
        pk: shardName(shard, line),
        upTo: now.toISOString(),
        limit: perShard,
      }),
    ),
  );
  const found = pages.flatMap(({ items }) => items);
  const oldest = line === undefined ? found : found.toSorted(byDueAt).slice(0, limit);
  const keys = oldest.map(({ pk, sk }) => ({ table, key: { pk, sk } }));
  return (await store.getMany(keys)).filter((row) => row !== undefined);
}

const byDueAt = (a: Item, b: Item) => (String(a.dueAt) < String(b.dueAt) ? -1 : 1);

/** Puts the next look at a due row off, so that not every tick finds it; refused if somebody else just did. */
export const postponeRow = (table: TableName, row: Item, until: Date): Write => ({
  table,
  update: { pk: row.pk, sk: row.sk },
  set: { dueAt: until.toISOString() },
  when: { dueAt: row.dueAt },
});
