import { msOfPlace } from '#shared/platform/ids.ts';
import { chunkOf } from '#shared/platform/store/collection.ts';
import { type ShardPlan, shardIn, shardsUpTo } from '#shared/platform/store/shard-plan.ts';
import { shardPlanOf } from '#shared/platform/store/shard-plans.ts';
import type { Item, Store } from '#shared/platform/store/store.ts';

/**
 * The deliveries of one webhook are spread over several partitions by the id of the delivery: one
 * partition takes 1,000 write units a second, and a delivery is written at least three times.
 */
const planOfDeliveries = () => shardPlanOf('deliveries');

/** The partition of a delivery; `name` is that of the webhook's deliveries. */
export const deliveryPartition = (name: string, deliveryId: string, plan: ShardPlan = planOfDeliveries()) =>
  `${name}#${shardIn(plan, deliveryId)}`;

/** All partitions, or those that hold deliveries of events up to a sort key. */
export const deliveryPartitions = (name: string, upTo?: string, plan: ShardPlan = planOfDeliveries()) => {
  const shards = shardsUpTo(plan, upTo === undefined ? undefined : msOfPlace(upTo));
  return Array.from({ length: shards }, (_, shard) => `${name}#${shard}`);
};

export interface ShardRange {
  index?: string;
  /** Last sort key of the previous page. */
  start?: string;
  limit: number;
  descending: boolean;
}

interface Shard {
  pk: string;
  rows: Item[];
  last: string | undefined;
  more: boolean;
}

/**
 * Merges up to `limit` rows of several partitions in order of their sort keys, which are unique across
 * partitions. A row is returned only if no partition can still hold an earlier one. `next` is the sort key
 * to continue from, or null at the end.
 */
export async function mergeShards(
  store: Store,
  partitions: readonly string[],
  range: ShardRange,
): Promise<{ rows: Item[]; next: string | null }> {
  const { limit, descending } = range;
  const isBefore = (a: string, b: string) => (descending ? a > b : a < b);
  const inOrder = (a: Item, b: Item) => (isBefore(a.sk, b.sk) ? -1 : 1);
  const shards = partitions.map((pk): Shard => ({ pk, rows: [], last: undefined, more: true }));
  const chunkRows = chunkOf(limit, shards.length);
  let open = shards;
  for (;;) {
    await Promise.all(open.map((shard) => readOn(store, shard, { ...range, chunkRows })));
    const unfinished = shards.filter(({ more }) => more);
    const frontier = unfinished
      .flatMap(({ last }) => last ?? [])
      .reduce<string | undefined>(
        (first, last) => (first === undefined || isBefore(last, first) ? last : first),
        undefined,
      );
    const settled = shards
      .flatMap(({ rows }) => rows)
      .filter(({ sk }) => frontier === undefined || !isBefore(frontier, sk))
      .sort(inOrder);
    if (settled.length > limit || unfinished.length === 0) {
      const rows = settled.slice(0, limit);
      const isEnd = settled.length <= limit;
      return { rows, next: isEnd ? null : (rows.at(-1)?.sk ?? null) };
    }
    open = unfinished.filter(({ last }) => last === frontier);
  }
}

async function readOn(
  store: Store,
  shard: Shard,
  { index, start, descending, chunkRows }: ShardRange & { chunkRows: number },
): Promise<void> {
  const from = shard.last ?? start;
  const { items, more } = await store.query('webhooks', {
    pk: shard.pk,
    ...(index !== undefined && { index }),
    ...(from !== undefined && (descending ? { before: from } : { after: from })),
    limit: chunkRows,
    descending,
  });
  shard.rows.push(...items);
  shard.last = items.at(-1)?.sk ?? shard.last;
  shard.more = more && items.length > 0;
}
