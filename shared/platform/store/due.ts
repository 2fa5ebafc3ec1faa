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

export const DUE_SHARDS = 8;
const SHARDS = DUE_SHARDS;

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

interface Wanted {
  now: Date;
  limit: number;
  line?: DueLine;
  /** One shard alone, for a worker that has it to itself. */
  shard?: number;
}

export interface DueRows {
  /** As they are now; the index holds keys only and lags behind. */
  rows: Item[];
  /** How long the oldest row of the index has been due; 0 if none is. */
  oldestSeconds: number;
  /** Shards with more due rows than `rows` holds of them. */
  crowdedShards: number[];
}

/**
 * Rows that have been due longest. With a line they are its very oldest, in their order; without one
 * they are about as many of every shard.
 */
export async function readDue(
  store: Store,
  table: TableName,
  { now, limit, line, shard: only }: Wanted,
): Promise<DueRows> {
  const perShard = line === undefined ? Math.ceil(limit / SHARDS) : limit;
  const shards = only === undefined ? Array.from({ length: SHARDS }, (_, shard) => shard) : [only];
  const pages = await Promise.all(
    shards.map(async (shard) => {
      const { items, more } = await store.query(table, {
        index: 'due',
        pk: shardName(shard, line),
        upTo: now.toISOString(),
        limit: perShard,
      });
      return { shard, items, more };
    }),
  );
  const found = pages.flatMap(({ items }) => items).toSorted(byDueAt);
  const taken = line === undefined ? found : found.slice(0, limit);
  const isTaken = new Set(taken);
  const keys = taken.map(({ pk, sk }) => ({ table, key: { pk, sk } }));
  return {
    rows: (await store.getMany(keys)).filter((row) => row !== undefined),
    oldestSeconds: secondsSince(found[0]?.dueAt, now),
    crowdedShards: pages
      .filter(({ items, more }) => more || items.some((item) => !isTaken.has(item)))
      .map(({ shard }) => shard),
  };
}

export const listDue = async (store: Store, table: TableName, wanted: Wanted): Promise<Item[]> =>
  (await readDue(store, table, wanted)).rows;

/** Whole seconds; 0 for a moment that is still to come. */
export const secondsSince = (at: unknown, now: Date): number =>
  typeof at === 'string' ? Math.max(0, Math.floor((now.getTime() - Date.parse(at)) / 1000)) : 0;

const byDueAt = (a: Item, b: Item) => (String(a.dueAt) < String(b.dueAt) ? -1 : 1);

/** Puts the next look at a due row off, so that not every tick finds it; refused if somebody else just did. */
export const postponeRow = (table: TableName, row: Item, until: Date): Write => ({
  table,
  update: { pk: row.pk, sk: row.sk },
  set: { dueAt: until.toISOString() },
  when: { dueAt: row.dueAt },
});
