import type { ShardKind } from '#shared/platform/store/shard-plan.ts';
import type { Units } from './observed-units.ts';

/**
 * How hot keys become when an operation happens many times a second. Rows that every operation makes anew are
 * shared by the shards of their kind; a row that every operation touches takes all of it.
 */
export interface Heat {
  /** The key without the parts that differ between operations. */
  key: string;
  /** Units of one operation on all keys of the kind. */
  unitsEach: number;
  /** How many keys share them. */
  keys: number;
  perSecond: number;
  /** Operations per second at which the hottest key reaches the limit of DynamoDB. */
  ceiling: number;
}

/** Limit of DynamoDB per partition key and second, whatever the size of the table. */
export const WRITES_PER_KEY = 1_000;
export const READS_PER_KEY = 3_000;
/** Default quota of an on-demand table or one of its indexes. */
export const WRITES_PER_TABLE = 40_000;

export interface Rates {
  /** Commits of the organization. */
  commits: number;
  /** Deliveries to one webhook. */
  deliveries: number;
  /** Requests with one API key, and submissions of one source. */
  perKey: number;
  /** Processes that work at the same time: each remembers some rows for a second. */
  processes: number;
}

/** Ids in keys of which an organization has several, such as webhooks and API keys. */
export interface KnownIds {
  organizationId: string;
  webhookIds: readonly string[];
}

type Spread = ShardKind | { copies: number };

const SPREADS: [RegExp, Spread][] = [
  [/^journal <org>#events#\*$/, 'events'],
  [/^journal <org>#receipts#\*$/, 'receipts'],
  [/^journal\/due due#\*$/, 'dueEvents'],
  [/^webhooks\/due due#\*$/, 'dueDeliveries'],
  [/^verification\/due due#\*$/, 'due'],
  [/^risk\/due due#evidence#\*$/, 'dueEvidence'],
  [/^\w+\/due due#\w+#\*$/, 'due'],
  [/^risk <org>#\w+-names#\*$/, 'names'],
  [/^risk <org>#subjects#\*$/, 'subjects'],
  [/^risk <org>#evidence#\*$/, 'evidence'],
  [/^risk <org>#assessments#\*$/, 'assessments'],
  [/^risk <org>#(actions|(action-queue|work)#\w+)#\*$/, 'actions'],
  [/^verification <org>#sessions#\*$/, 'sessions'],
  [/^verification <org>#(runs|checks|verification-decisions)#\*$/, 'sessionParts'],
  [/^screening <org>#(screening-runs|runs-listed#(all|status#\w+))#\*$/, 'screeningRuns'],
  [/^screening <org>#matches#\w+#\*$/, 'records'],
  [/^webhooks <org>#deliveries#<webhook>#\*$/, 'deliveries'],
  [/^webhooks\/status <org>#deliveries#<webhook>#\*#\w+$/, 'deliveries'],
  [/^webhooks <org>#active-subscriptions#\*$/, { copies: 8 }],
  [/^webhooks <org>#webhook-stats#\*$/, { copies: 16 }],
  [/^(identity|webhooks|risk|verification|documents|screening) <org>#[a-z-]+#\*$/, 'records'],
];

export function heatOf(
  operations: readonly (readonly Units[])[],
  what: 'writes' | 'reads',
  { rates, ids, shardsOf }: { rates: Rates; ids: KnownIds; shardsOf: (kind: ShardKind) => number },
): Heat[] {
  const touched = operations.flatMap((units, operation) =>
    units.filter((one) => one[what] > 0).map((one) => ({ ...one, operation })),
  );
  const kinds = Map.groupBy(touched, (one) => kindOf(one, ids));
  return [...kinds]
    .flatMap(([key, all]): Heat[] => {
      const spread = SPREADS.find(([pattern]) => pattern.test(key))?.[1];
      const rows = Map.groupBy(all, ({ pk, sk, operation }) => `${pk} ${sk ?? operation}`);
      const isShared = [...rows.values()].some((one) => new Set(one.map(({ operation }) => operation)).size > 1);
      const total = all.reduce((sum, one) => sum + one[what], 0);
      const isRemembered = what === 'reads' && REMEMBERED.test(key);
      const own = ownRateOf(key, rates);
      const rate = isRemembered ? Math.min(own, rates.processes) : own;
      const limit = what === 'writes' ? WRITES_PER_KEY : READS_PER_KEY;
      const heat = (unitsEach: number, keys: number): Heat => {
        const perSecond = (rate * unitsEach) / keys;
        const ceiling = isRemembered ? Number.POSITIVE_INFINITY : (rate * limit) / perSecond;
        return { key, unitsEach, keys, perSecond, ceiling };
      };
      const each = total / operations.length;
      if (typeof spread === 'object') return [heat(each, spread.copies)];
      if (isShared) return [heat(each, 1)];
      if (spread !== undefined) return [heat(each, shardsOf(spread))];
      if (key.includes('*') && !key.includes('<id>')) throw new Error(`Unknown shards: add ${key} to SPREADS.`);
      // The record has its own partition, so only one operation counts.
      return [];
    })
    .toSorted((a, b) => a.ceiling - b.ceiling);
}

/** Rows that are read with an age of a second: processes read them, not operations. */
const REMEMBERED = /^identity erased#|^webhooks <org>#webhooks#|^screening lists$/;

function ownRateOf(key: string, { commits, deliveries, perKey }: Rates): number {
  if (isOfWebhook(key)) return deliveries;
  return isOfKey(key) ? perKey : commits;
}

const isOfWebhook = (key: string) => /<webhook>|#webhooks#/.test(key);
const isOfKey = (key: string) => /#api-keys#|#sources#/.test(key);

/** Whether a key takes the load of the whole organization, not of one of its webhooks or API keys. */
export const isOfOrganization = (key: string) => !isOfWebhook(key) && !isOfKey(key);

/** The units of an operation per table and index, which DynamoDB also limits. */
export function totalsOf(operations: readonly (readonly Units[])[]): Map<string, number> {
  const writes = operations.flat().filter((one) => one.writes > 0);
  const tables = Map.groupBy(writes, ({ table, index }) => (index === undefined ? table : `${table}/${index}`));
  const eachOf = (units: readonly Units[]) => units.reduce((sum, one) => sum + one.writes, 0) / operations.length;
  return new Map([...tables].map(([name, units]) => [name, eachOf(units)]));
}

const UUID = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

function kindOf({ table, index, pk }: Units, { organizationId, webhookIds }: KnownIds): string {
  const name = pk
    .replace(new RegExp(`^${organizationId}(#(test|live))?`), '<org>')
    .replace(UUID, (id) => (webhookIds.includes(id) ? '<webhook>' : '<id>'))
    .replace(/[0-9a-f]{64}/, '<hash>')
    .replace(/#\d+(?=#[a-z_]+$|$)/, '#*');
  return `${table}${index === undefined ? '' : `/${index}`} ${name}`;
}
