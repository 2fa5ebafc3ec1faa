import { type Scope, scopeKey } from '#shared/platform/caller.ts';
import { shardOf } from '#shared/platform/ids.ts';
import type { Store, Write } from '#shared/platform/store/store.ts';
import type { Delivery } from '../delivery.ts';
import { STATS_RETENTION_SECONDS } from '../limits.ts';
import type { Outcome } from '../outcome.ts';
import { countsOf, type HourCounts, hourOf, parseCounts, sumOf } from '../stats.ts';

/**
 * Counters of one hour of a webhook, spread over as many partitions as its deliveries: one takes 1,000
 * write units a second. They are grouped by organization and mode, not by webhook, so that erasure finds them without the webhook.
 */
const SHARDS = 16;

const partitionOf = (scope: Scope, shard: number) => `${scopeKey(scope)}#webhook-stats#${shard}`;

export const statsPartitions = (scope: Scope) =>
  Array.from({ length: SHARDS }, (_, shard) => partitionOf(scope, shard));

const sortKeyOf = (webhookId: string, hour: string) => `${webhookId}#${hour}`;

export const countAttempt = (
  scope: Scope,
  { id, webhookId }: Pick<Delivery, 'id' | 'webhookId'>,
  outcome: Outcome,
  now: Date,
): Write => ({
  table: 'webhooks',
  count: {
    pk: partitionOf(scope, shardOf(id, SHARDS)),
    sk: sortKeyOf(webhookId, hourOf(now)),
  },
  add: countsOf(outcome),
  set: {
    organizationId: scope.organizationId,
    mode: scope.mode,
    expiresAtSeconds: Math.floor(now.getTime() / 1000) + STATS_RETENTION_SECONDS,
  },
});

/** The counters of some hours, which are in order. Hours without attempts are missing. */
export async function readCounts(
  store: Store,
  scope: Scope,
  webhookId: string,
  hours: readonly string[],
): Promise<Map<string, HourCounts>> {
  const range = {
    from: sortKeyOf(webhookId, hours.at(0) ?? ''),
    upTo: sortKeyOf(webhookId, hours.at(-1) ?? ''),
    limit: hours.length,
  };
  const pages = await Promise.all(statsPartitions(scope).map((pk) => store.query('webhooks', { pk, ...range })));
  const rows = pages.flatMap(({ items }) => items);
  const byHour = Map.groupBy(rows, ({ sk }) => sk.slice(webhookId.length + 1));
  return new Map([...byHour].map(([hour, parts]) => [hour, sumOf(parts.map(parseCounts))]));
}
