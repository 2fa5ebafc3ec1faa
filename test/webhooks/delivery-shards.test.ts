import fc from 'fast-check';
import { expect, test } from 'vitest';
import { newId } from '#shared/platform/ids.ts';
import type { Item, Query, Store } from '#shared/platform/store/store.ts';
import {
  deliveryPartition,
  deliveryPartitions,
  mergeShards,
} from '#shared/webhooks/repository/delivery-shards.ts';

/** Answers queries from rows in memory, at most `mostRows` at a time, as DynamoDB does at 1 MB. */
function storeOf(rows: readonly Item[], mostRows: number): Store {
  const unused = () => Promise.reject(new Error('unused'));
  const query = async (_table: string, { pk, after, before, limit = 1, descending }: Query) => {
    const inRange = rows
      .filter((row) => row.pk === pk)
      .filter(({ sk }) => after === undefined || sk > after)
      .filter(({ sk }) => before === undefined || sk < before)
      .sort((a, b) => (a.sk < b.sk !== (descending ?? false) ? -1 : 1));
    const most = Math.min(limit, mostRows);
    const items = inRange.slice(0, most);
    // DynamoDB says that there is more when the limit was reached, also at the very end.
    return { items, more: items.length === most };
  };
  return {
    ...{ get: unused, getMany: unused, query },
    ...{ transact: unused, writeOne: unused, deleteMany: unused },
  };
}

const Rows = fc.uniqueArray(
  fc.record({ sk: fc.nat(500).map((at) => String(at).padStart(4, '0')), shard: fc.nat(7) }),
  { selector: ({ sk }) => sk, maxLength: 120 },
);

test('delivery shards: pages of any size hold every row once, in order, in both directions', async () => {
  await fc.assert(
    fc.asyncProperty(
      Rows,
      fc.integer({ min: 1, max: 40 }),
      fc.integer({ min: 1, max: 30 }),
      fc.boolean(),
      async (placed, limit, mostRows, descending) => {
        const rows = placed.map(({ sk, shard }) => ({ pk: `p#${shard}`, sk }));
        const store = storeOf(rows, mostRows);

        const seen: string[] = [];
        let start: string | undefined;
        for (let pages = 0; ; pages += 1) {
          const range = { limit, descending, ...(start !== undefined && { start }) };
          const page = await mergeShards(store, deliveryPartitions('p'), range);
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

test('delivery shards: the deliveries of a webhook are spread evenly over eight partitions', () => {
  const counts = new Map(deliveryPartitions('p').map((pk) => [pk, 0]));

  for (let index = 0; index < 8_000; index += 1) {
    const pk = deliveryPartition('p', newId(1_800_000_000_000 + index));
    counts.set(pk, (counts.get(pk) ?? 0) + 1);
  }

  expect(counts.size).toBe(8);
  expect(Math.min(...counts.values())).toBeGreaterThan(800);
});
