import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { unavailable } from '@assay/foundation';
import { type Item, type Store, TransactionRefused, type Write } from '../store/store.ts';

/**
 * Exact limits of a few uses an hour: a row names each use of the last hour. Unlike a token bucket it never admits more
 * than the limit in any hour, recognizes a repeated request, and fails closed. Every use rewrites its rows, so it is for
 * rare requests.
 */
interface Counter {
  pk: string;
  most: number;
}

interface Use {
  id: string;
  atMs: number;
}

const HOUR_MS = 3600 * 1000;
/** Rows are kept for an hour longer than they count. */
const EXPIRY_MS = 2 * HOUR_MS;
const BUDGET_MS = 6_000;
const LONGEST_PAUSE_MS = 100;

/** Counts a use in all counters, or in none if one is at its limit; then returns the time until it has room. */
export async function countInHour(
  store: Store,
  { id, counters, now }: { id: string; counters: readonly Counter[]; now: Date },
): Promise<{ waitMs: number } | undefined> {
  const startedMs = performance.now();
  while (performance.now() - startedMs < BUDGET_MS) {
    const rows = await store.getMany(counters.map(({ pk }) => ({ table: 'identity', key: { pk, sk: 'hour' } })));
    const planned = counters.map((counter, index) => planUse(counter, rows[index], { id, atMs: now.getTime() }));
    const waitMs = Math.max(0, ...planned.map((plan) => plan.waitMs));
    if (waitMs > 0) return { waitMs };
    const writes = planned.flatMap(({ write }) => write ?? []);
    if (writes.length === 0 || (await isWritten(store, writes))) return undefined;
    await sleep(Math.random() * LONGEST_PAUSE_MS);
  }
  throw unavailable('Too many concurrent requests of this kind. Nothing was changed. Retry later.');
}

function planUse({ pk, most }: Counter, row: Item | undefined, use: Use): { waitMs: number; write?: Write } {
  const known = ((row?.uses ?? []) as Use[]).filter(({ atMs }) => atMs > use.atMs - HOUR_MS);
  if (known.some(({ id }) => id === use.id)) return { waitMs: 0 };
  const [oldest] = known.toSorted((a, b) => a.atMs - b.atMs).slice(-most);
  if (oldest && known.length >= most) return { waitMs: oldest.atMs + HOUR_MS - use.atMs };
  const turn = Number(row?.turn ?? 0);
  const expiresAtSeconds = Math.ceil((use.atMs + EXPIRY_MS) / 1000);
  const put = { pk, sk: 'hour', turn: turn + 1, uses: [...known, use], expiresAtSeconds };
  return { waitMs: 0, write: { table: 'identity', put, when: row ? { turn } : 'absent' } };
}

/** False if a concurrent request counted first. */
async function isWritten(store: Store, writes: readonly Write[]): Promise<boolean> {
  try {
    await store.transact(writes, randomUUID());
    return true;
  } catch (error) {
    if (error instanceof TransactionRefused) return false;
    throw error;
  }
}
