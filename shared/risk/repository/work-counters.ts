import * as z from 'zod';
import { type Scope, scopeKey } from '#shared/platform/caller.ts';
import { shardOf } from '#shared/platform/ids.ts';
import { rowsOf } from '#shared/platform/store/erasure.ts';
import type { Item, Key, Store, Write } from '#shared/platform/store/store.ts';
import { DAY_COUNTERS_SECONDS } from '../limits.ts';
import { addTo, CountedWork, DUE_ROWS, dayRow, type Increments } from '../work-counts.ts';
import { statePartition } from './subject-state.ts';

/**
 * Counters of an organization and mode: by day, of the open work now, and of the deadlines ahead. Only workers write
 * them, several changes at a time, so a few partitions are enough.
 */
const SHARDS = 4;

const partitionOf = (scope: Scope, shard: number) => `${scopeKey(scope)}#work-counters#${shard}`;

export const counterPartitionsOf = (scope: Scope) =>
  Array.from({ length: SHARDS }, (_, shard) => partitionOf(scope, shard));

/** Changes of one shard fit into one transaction. */
export const counterShardOf = (id: string) => shardOf(id, SHARDS);

export const addCounts = (scope: Scope, shard: number, increments: Increments): Write[] =>
  [...increments].map(([sk, add]) => ({
    table: 'risk',
    count: { pk: partitionOf(scope, shard), sk },
    add,
    set: { organizationId: scope.organizationId, mode: scope.mode, ...expiryOf(sk) },
  }));

const DAY_SECONDS = 24 * 60 * 60;

/** Passed deadlines are not read: they are those that do not lie ahead. Rows of the current state stay. */
function expiryOf(sk: string): { expiresAtSeconds?: number } {
  const [kind, day = ''] = sk.split('#');
  if (`${kind}#` === DUE_ROWS) return { expiresAtSeconds: secondsOf(day) + 3 * DAY_SECONDS };
  return sk === dayRow(day) ? { expiresAtSeconds: secondsOf(day) + DAY_COUNTERS_SECONDS } : {};
}

const secondsOf = (day: string) => Date.parse(`${day}T00:00:00Z`) / 1000;

/** The counters of some days, both included. */
export const readDayCounters = (store: Store, scope: Scope, { from, to }: { from: string; to: string }) =>
  readRanges(store, scope, { from: dayRow(from), upTo: dayRow(to) });

/** Overrides that people created in some days, both included. */
export async function countOverrides(store: Store, scope: Scope, days: { from: string; to: string }): Promise<number> {
  const counters = await readDayCounters(store, scope, days);
  return [...counters.values()].reduce((sum, { overrides = 0 }) => sum + overrides, 0);
}

/** The counters of now: deadlines from today on, open work, people and addressees. */
export const readCurrentCounters = (store: Store, scope: Scope, today: string) =>
  readRanges(store, scope, { from: `${DUE_ROWS}${today}` });

async function readRanges(store: Store, scope: Scope, range: { from: string; upTo?: string }): Promise<Increments> {
  const read = async (pk: string) => {
    const rows: Item[] = [];
    for await (const items of rowsOf(store, 'risk', pk, range)) rows.push(...items);
    return rows;
  };
  return sumOf((await Promise.all(counterPartitionsOf(scope).map(read))).flat());
}

const NOT_COUNTED = new Set(['pk', 'sk', 'v', 'organizationId', 'mode', 'expiresAtSeconds']);

/** Adds up the shards of each row. */
function sumOf(rows: readonly Item[]): Increments {
  const sum: Increments = new Map();
  for (const row of rows)
    for (const [counter, value] of Object.entries(row))
      if (!NOT_COUNTED.has(counter)) addTo(sum, row.sk, counter, z.number().parse(value));
  return sum;
}

const COUNTED_KEY = 'counted';

const countedKey = (scope: Scope, subjectId: string): Key => ({
  pk: statePartition(scope, subjectId),
  sk: COUNTED_KEY,
});

/** As what a subject was counted, with the number of times that this changed. */
export interface StoredCount {
  counted: CountedWork;
  changes: number;
}

export const countedRead = (scope: Scope, subjectId: string) => ({
  table: 'risk' as const,
  key: countedKey(scope, subjectId),
});

export const storedCountIn = (row: Item): StoredCount => ({
  counted: CountedWork.parse(row),
  changes: z.number().parse(row.changes),
});

export const putCounted = (
  scope: Scope,
  subjectId: string,
  { before, after }: { before: StoredCount | undefined; after: CountedWork },
): Write => ({
  table: 'risk',
  put: { ...countedKey(scope, subjectId), ...after, changes: (before?.changes ?? 0) + 1 },
  when: before ? { changes: before.changes } : 'absent',
});

/** Marks the events of a commit as counted, in the transaction that counts them. An erased row is not created again. */
export const markCounted = ({ pk, sk, id }: Item): Write => ({
  table: 'journal',
  update: { pk, sk },
  set: { isCounted: true },
  when: { id, isCounted: undefined },
});
