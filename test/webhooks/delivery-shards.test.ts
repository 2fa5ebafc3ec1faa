import fc from 'fast-check';
import { expect, test } from 'vitest';
import { memberOf, newId, placeOf } from '#shared/platform/ids.ts';
import { constantShards, type ShardPlan } from '#shared/platform/store/shard-plan.ts';
import { deliveryPartition, deliveryPartitions, mergeShards } from '#shared/webhooks/repository/delivery-shards.ts';
import { idAt } from '#test/support/ids.ts';
import { storeOf } from '#test/support/rows-in-memory.ts';

const SWITCH_MS = Date.UTC(2026, 5, 1);
const PLANS: ShardPlan[] = [
  constantShards(8),
  [
    { fromMs: 0, shards: 2 },
    { fromMs: SWITCH_MS, shards: 16 },
  ],
];

const Ids = fc.uniqueArray(
  fc.tuple(fc.integer({ min: -40, max: 40 }), fc.nat(63)).map(([away, tie]) => idAt(SWITCH_MS + away, tie)),
  { maxLength: 120 },
);
const sortKey = (id: string) => `${placeOf(id)}${memberOf(id).toString(16).padStart(2, '0')}`;

test('delivery shards: pages of any size hold every row once, in order, in both directions', async () => {
  await fc.assert(
    fc.asyncProperty(
      Ids,
      fc.integer({ min: 1, max: 40 }),
      fc.integer({ min: 1, max: 30 }),
      fc.boolean(),
      fc.constantFrom(...PLANS),
      async (ids, limit, mostRows, descending, plan) => {
        const rows = ids.map((id) => ({ pk: deliveryPartition('p', id, plan), sk: sortKey(id) }));
        const store = storeOf(rows, mostRows);

        const seen: string[] = [];
        let start: string | undefined;
        for (let pages = 0; ; pages += 1) {
          const range = { limit, descending, ...(start !== undefined && { start }) };
          const partitions = deliveryPartitions('p', descending ? start : undefined, plan);
          const page = await mergeShards(store, partitions, range);
          seen.push(...page.rows.map(({ sk }) => sk));
          if (page.next === null) break;
          expect(page.rows).toHaveLength(limit);
          expect(pages).toBeLessThan(rows.length);
          start = page.next;
        }

        const inOrder = rows.map(({ sk }) => sk).sort();
        expect(seen).toEqual(descending ? inOrder.reverse() : inOrder);
      },
    ),
  );
});

test('delivery shards: the deliveries of a webhook are spread evenly over sixteen partitions', () => {
  const plan = constantShards(16);
  const counts = new Map(deliveryPartitions('p', undefined, plan).map((pk) => [pk, 0]));

  for (let index = 0; index < 16_000; index += 1) {
    const pk = deliveryPartition('p', newId(1_800_000_000_000 + index), plan);
    counts.set(pk, (counts.get(pk) ?? 0) + 1);
  }

  expect(counts.size).toBe(16);
  expect(Math.min(...counts.values())).toBeGreaterThan(800);
});
