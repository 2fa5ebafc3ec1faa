import type { Mode } from '../caller.ts';
import type { Item, Store } from '../store/store.ts';
import { dayOf, spendingKey, spendingLimits, spendingPartition } from './spending.ts';
import type { Spending } from './spending-limits.ts';

/** What an organization has used, as counted for its daily limits. */
interface UsageCounts {
  investigations: number;
  inputTokens: number;
  outputTokens: number;
  testEvents: number;
  prints: number;
}

export interface UsageDay extends Record<Mode, UsageCounts> {
  date: string;
}

const KINDS = ['investigations', 'pings', 'prints', 'tokens'] as const satisfies Spending[];
const DAY_MS = 24 * 3600 * 1000;

/** All days from the first to the last, also those on which nothing was used. */
export async function readUsage(
  store: Store,
  organizationId: string,
  { from, to }: { from: string; to: string },
): Promise<UsageDay[]> {
  const days = daysBetween(from, to);
  const pk = spendingPartition(organizationId);
  const rows = await Promise.all(
    KINDS.map(async (kind) => {
      const range = { pk, from: `${kind}#${from}`, upTo: `${kind}#${to}`, limit: days.length };
      const { items } = await store.query('identity', range);
      return items;
    }),
  );
  const bySortKey = new Map(rows.flat().map((row) => [row.sk, row]));
  return days.map((date) => {
    const of = (kind: Spending) => bySortKey.get(`${kind}#${date}`);
    return { date, live: countsOf(of, 'live'), test: countsOf(of, 'test') };
  });
}

function countsOf(of: (kind: Spending) => Item | undefined, mode: Mode): UsageCounts {
  const count = (kind: Spending, member: string) => Number(of(kind)?.[member] ?? 0);
  return {
    investigations: count('investigations', mode),
    inputTokens: count('tokens', `${mode}Input`),
    outputTokens: count('tokens', `${mode}Output`),
    testEvents: count('pings', mode),
    prints: count('prints', mode),
  };
}

/** Today's limits, null without one, and what counts against them: of tokens also those of answers that are awaited. */
export async function readLimits(store: Store, organizationId: string, now: Date) {
  const keys = KINDS.map((kind) => spendingKey(organizationId, kind, dayOf(now)));
  const rows = await store.getMany(keys.map((key) => ({ table: 'identity', key })));
  const limits = spendingLimits();
  const of = (kind: Spending) => ({
    perDay: limits?.[kind] ?? null,
    used: Math.max(0, Number(rows[KINDS.indexOf(kind)]?.used ?? 0)),
  });
  return { investigations: of('investigations'), tokens: of('tokens'), testEvents: of('pings'), prints: of('prints') };
}

export function daysBetween(from: string, to: string): string[] {
  const [firstMs, lastMs] = [Date.parse(from), Date.parse(to)];
  const length = Math.max(0, Math.round((lastMs - firstMs) / DAY_MS) + 1);
  return Array.from({ length }, (_, index) => dayOf(new Date(firstMs + index * DAY_MS)));
}
