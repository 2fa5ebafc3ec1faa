import type { TableName } from '../../tables.ts';
import { isHeld, takeLease } from './lease.ts';
import { type ShardKind, shardIn, shardsUpTo } from './shard-plan.ts';
import { shardPlanOf } from './shard-plans.ts';
import type { Item, Store, Write } from './store.ts';

/**
 * Rows that wait for a worker are in the sparse `due` index of their table until they are done. Messages
 * and streams make workers prompt; a lost message is found through this index.
 */
export interface Due {
  dueShard: string;
  dueAt: string;
}

interface LineDefinition {
  /** The prefix of the index's partition keys. */
  prefix: string;
  shards: ShardKind;
  /** Whether each read takes about as many rows of every shard, instead of the oldest overall. */
  isEven?: boolean;
}

/** Different kinds of work in one table have separate lines, so that none delays another. */
const LINES = {
  outbox: { prefix: 'due', shards: 'dueEvents', isEven: true },
  deliveries: { prefix: 'due', shards: 'dueDeliveries', isEven: true },
  steps: { prefix: 'due', shards: 'due', isEven: true },
  monitoring: { prefix: 'due#monitoring', shards: 'due' },
  evidence: { prefix: 'due#evidence', shards: 'dueEvidence' },
  investigations: { prefix: 'due#investigations', shards: 'due' },
  overrides: { prefix: 'due#overrides', shards: 'due' },
  documents: { prefix: 'due#documents', shards: 'due' },
  mails: { prefix: 'due#mails', shards: 'due' },
  digests: { prefix: 'due#digests', shards: 'due' },
  jobs: { prefix: 'due', shards: 'due' },
  watches: { prefix: 'due#watches', shards: 'due' },
  audit: { prefix: 'due#audit', shards: 'due' },
  quality: { prefix: 'due#quality', shards: 'due' },
} as const satisfies Record<string, LineDefinition>;

export type DueLine = keyof typeof LINES;

/** The index is shared by all organizations, so rows are spread by their ids, as in a collection. */
export function dueAt(at: Date, id: string, line: DueLine): Due {
  const { prefix, shards } = LINES[line];
  return {
    dueShard: `${prefix}#${shardIn(shardPlanOf(shards), id)}`,
    dueAt: at.toISOString(),
  };
}

/** The partitions of the index that hold the rows of a line. */
export const partitionsOfLine = (line: DueLine): string[] => {
  const { prefix, shards } = LINES[line];
  return Array.from({ length: shardsUpTo(shardPlanOf(shards)) }, (_, shard) => `${prefix}#${shard}`);
};

/** Removes a row from the index. */
export const NOT_DUE = ['dueShard', 'dueAt'] as const;

interface Wanted {
  now: Date;
  limit: number;
  line: DueLine;
  /** A single shard, for a worker that processes it alone. */
  shard?: number;
}

export interface DueRows {
  /** The current rows; the index holds keys only and is eventually consistent. */
  rows: Item[];
  /** How long the oldest row of the index has been due; 0 if none is. */
  oldestSeconds: number;
  /** Shards with more due rows than `rows` holds of them. */
  crowdedShards: number[];
}

/** Rows that have been due longest: the oldest overall in order, or about as many of every shard. */
export async function readDue(
  store: Store,
  table: TableName,
  { now, limit, line, shard: only }: Wanted,
): Promise<DueRows> {
  const { prefix, shards: kind, isEven = false }: LineDefinition = LINES[line];
  const count = shardsUpTo(shardPlanOf(kind));
  const perShard = isEven ? Math.ceil(limit / count) : limit;
  const shards = only === undefined ? Array.from({ length: count }, (_, shard) => shard) : [only];
  const pages = await Promise.all(
    shards.map(async (shard) => {
      const { items, more } = await store.query(table, {
        index: 'due',
        pk: `${prefix}#${shard}`,
        upTo: now.toISOString(),
        limit: perShard,
      });
      return { shard, items, more };
    }),
  );
  const found = pages.flatMap(({ items }) => items).toSorted(byDueAt);
  const taken = isEven ? found : found.slice(0, limit);
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

/** Whole seconds; 0 for a moment in the future. */
export const secondsSince = (at: unknown, now: Date): number =>
  typeof at === 'string' ? Math.max(0, Math.floor((now.getTime() - Date.parse(at)) / 1000)) : 0;

const byDueAt = (a: Item, b: Item) => (String(a.dueAt) < String(b.dueAt) ? -1 : 1);

/**
 * Whether a row is still due. The index is eventually consistent: another worker may have leased,
 * postponed or processed the row since.
 */
export const isStillDue = ({ dueAt: at }: Item, now: Date): boolean => typeof at === 'string' && !isHeld(at, now);

/** Postpones a due row, so that not every tick finds it; fails if another worker just did. */
export const postponeRow = (table: TableName, { pk, sk, dueAt: found }: Item, until: Date): Write =>
  takeLease({ table, key: { pk, sk }, attribute: 'dueAt' }, { found, next: until.toISOString() });
