import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { EPOCH_MS, msOf, newId, positionOf, tieOf } from '#shared/platform/ids.ts';
import { type Collection, keyIn, listCollection, oneRecord, partitionsOf } from '#shared/platform/store/collection.ts';
import { searchCollection } from '#shared/platform/store/search.ts';
import {
  constantShards,
  INITIAL_SHARDS,
  parseShardPlans,
  type ShardPlan,
  ShardPlanText,
  shardIn,
  shardsUpTo,
  startOfShard,
} from '#shared/platform/store/shard-plan.ts';
import type { Item, Query, Store } from '#shared/platform/store/store.ts';
import { idAt } from '#test/support/ids.ts';
import { storeOf } from '#test/support/rows-in-memory.ts';

/** Long settled, so that no page waits for late rows. */
const SWITCH_MS = Date.UTC(2026, 5, 1);

/** Up to four steps around the switch. */
const plansOf = (counts: readonly number[]) =>
  fc
    .tuple(
      fc.uniqueArray(fc.constantFrom(...counts), { minLength: 1, maxLength: 4 }),
      fc.uniqueArray(fc.integer({ min: -30, max: 30 }), { minLength: 3, maxLength: 3 }),
    )
    .map(([shards, times]): ShardPlan => {
      const [first = 1, ...later] = shards.toSorted((a, b) => a - b);
      const inOrder = times.toSorted((a, b) => a - b);
      const steps = later.map((count, index) => ({
        fromMs: SWITCH_MS + (inOrder[index] ?? 0),
        shards: count,
      }));
      return [{ fromMs: 0, shards: first }, ...steps];
    });
const Plans = plansOf([1, 2, 4, 8, 16, 32, 64]);
const PlansBelow64 = plansOf([1, 2, 4, 8, 16, 32]);

const Ids = fc
  .uniqueArray(fc.tuple(fc.integer({ min: -40, max: 40 }), fc.nat(63)), {
    maxLength: 150,
    selector: ([away, tie]) => away * 64 + tie,
  })
  .map((places) => places.map(([away, tie]) => idAt(SWITCH_MS + away, tie)));

const collectionWith = (shards: ShardPlan): Collection => ({ table: 'risk', name: 'all', shards });

const rowsIn = (collection: Collection, ids: readonly string[]): Item[] =>
  ids.map((id) => ({ ...keyIn(collection, id), id, searchable: id }));

const expand = oneRecord((row) => String(row.id));

/** All pages from an offset on; the store and the plan may change between pages. */
async function listAll(read: (offset: number) => Promise<{ items: string[]; nextOffset: number | null }>, first = 0) {
  const seen: string[] = [];
  for (let offset: number | null = first; offset !== null; ) {
    const page = await read(offset);
    seen.push(...page.items);
    offset = page.nextOffset;
  }
  return seen;
}

const inOrder = (ids: readonly string[]) => ids.toSorted((a, b) => positionOf(a) - positionOf(b));

describe('shard plan: a row is found by its id', () => {
  test('in one of the partitions that hold ids of its time', () => {
    fc.assert(
      fc.property(Plans, Ids, (plan, ids) => {
        const collection = collectionWith(plan);
        for (const id of ids) {
          const shard = shardIn(plan, id);
          expect(partitionsOf(collection, msOf(id))).toContain(keyIn(collection, id).pk);
          expect(startOfShard(plan, shard)).toBeLessThanOrEqual(msOf(id));
        }
      }),
    );
  });

  test('in the same partition after the plan has grown', () => {
    fc.assert(
      fc.property(Plans, Ids, (plan, ids) => {
        const grownMs = SWITCH_MS + 41;
        const grown: ShardPlan = [...plan, { fromMs: grownMs, shards: 64 }];
        for (const id of ids) expect(shardIn(grown, id)).toBe(shardIn(plan, id));
      }),
    );
  });

  test('and rows of a burst are shared evenly by 64 shards', () => {
    const plan = constantShards(64);
    const counts = new Array<number>(64).fill(0);

    for (let made = 0; made < 16_000; made += 1) {
      const shard = shardIn(plan, newId(Date.UTC(2057, 0, 1) + made));
      counts[shard] = (counts[shard] ?? 0) + 1;
    }

    // 250 each, with a standard deviation of 16.
    expect(Math.min(...counts)).toBeGreaterThan(150);
    expect(Math.max(...counts)).toBeLessThan(350);
  });
});

describe('shard plan: pages hold every row once, in order', () => {
  const pageSizes = fc.integer({ min: 1, max: 60 });
  const mostRows = fc.integer({ min: 1, max: 40 });

  test('in both directions, for any plan', async () => {
    await fc.assert(
      fc.asyncProperty(
        Plans,
        Ids,
        pageSizes,
        mostRows,
        fc.constantFrom('oldest' as const, 'newest' as const),
        async (plan, ids, limit, most, order) => {
          const collection = collectionWith(plan);
          const store = storeOf(rowsIn(collection, ids), most);

          const seen = await listAll((offset) => listCollection(store, collection, { offset, expand, limit, order }));

          expect(seen).toEqual(order === 'oldest' ? inOrder(ids) : inOrder(ids).reverse());
        },
      ),
    );
  });

  test('when the plan grows and rows are added between two pages', async () => {
    await fc.assert(
      fc.asyncProperty(
        PlansBelow64,
        Ids,
        Ids,
        pageSizes,
        fc.constantFrom('oldest' as const, 'newest' as const),
        async (plan, early, places, limit, order) => {
          const before = collectionWith(plan);
          const after = collectionWith([...plan, { fromMs: SWITCH_MS + 41, shards: 64 }]);
          const late = places.map((id) => idAt(msOf(id) + 100, tieOf(id)));

          const first = await listCollection(storeOf(rowsIn(before, early)), before, {
            offset: 0,
            expand,
            limit,
            order,
          });
          const { nextOffset } = first;
          const store = storeOf([...rowsIn(before, early), ...rowsIn(after, late)]);
          const read = (offset: number) => listCollection(store, after, { offset, expand, limit, order });
          const rest = nextOffset === null ? [] : await listAll(read, nextOffset);

          const seen = [...first.items, ...rest];
          if (order === 'newest') expect(seen).toEqual(inOrder(early).reverse());
          else expect(seen).toEqual(inOrder(nextOffset === null ? early : [...early, ...late]));
        },
      ),
    );
  });

  test('in searches too', async () => {
    await fc.assert(
      fc.asyncProperty(Plans, Ids, mostRows, async (plan, ids, most) => {
        const collection = collectionWith(plan);
        const store = storeOf(rowsIn(collection, ids), most);

        const seen = await listAll((offset) => searchCollection(store, collection, { offset, expand, text: '-8a5c-' }));

        expect(seen).toEqual(inOrder(ids));
      }),
    );
  });
});

test('shard plan: a page of old rows does not read the shards that were added after them', async () => {
  const plan: ShardPlan = [
    { fromMs: 0, shards: 4 },
    { fromMs: SWITCH_MS, shards: 64 },
  ];
  const collection = collectionWith(plan);
  const ids = Array.from({ length: 400 }, (_, index) => idAt(SWITCH_MS + (index - 200) * 10, index % 64));
  const inMemory = storeOf(rowsIn(collection, ids));
  let queried: string[] = [];
  const store: Store = {
    ...inMemory,
    query: (table, query: Query) => {
      queried.push(query.pk);
      return inMemory.query(table, query);
    },
  };
  const read = async (order: 'oldest' | 'newest', offset: number) => {
    queried = [];
    const options = { offset, expand, limit: 100, order };
    await listCollection(store, collection, options);
    return new Set(queried).size;
  };

  const old = ids[150] ?? '';
  expect(await read('oldest', 0)).toBe(4);
  expect(await read('newest', positionOf(old))).toBe(4);
  expect(await read('oldest', positionOf(old))).toBe(64);
  expect(await read('newest', 0)).toBe(64);
});

describe('shard plan setting', () => {
  test('without a value is the plan of a new installation', () => {
    const plans = parseShardPlans('');

    for (const [kind, shards] of Object.entries(INITIAL_SHARDS))
      expect(plans[kind as keyof typeof plans]).toEqual([{ fromMs: 0, shards }]);
  });

  // An installation finds its rows by these numbers. Changing one loses the rows written before.
  test('has initial numbers that no release changes', () => {
    expect(INITIAL_SHARDS).toEqual({
      events: 64,
      subjects: 32,
      evidence: 32,
      assessments: 64,
      sessions: 32,
      sessionParts: 64,
      screeningRuns: 32,
      actions: 8,
      deliveries: 16,
      records: 4,
      dueEvents: 64,
      dueDeliveries: 64,
      dueEvidence: 32,
      due: 8,
      names: 64,
      receipts: 64,
    });
  });

  test('sets the initial numbers and adds steps', () => {
    const plans = parseShardPlans('all=2,subjects=4,subjects=16@2027-03-01T00:00:00Z,receipts=16');

    expect(plans.subjects).toEqual([
      { fromMs: 0, shards: 4 },
      { fromMs: Date.UTC(2027, 2, 1), shards: 16 },
    ]);
    expect(plans.events).toEqual([{ fromMs: 0, shards: 2 }]);
    expect(plans.receipts).toEqual([{ fromMs: 0, shards: 16 }]);
    expect(plans.names).toEqual([{ fromMs: 0, shards: INITIAL_SHARDS.names }]);
    expect(shardsUpTo(plans.subjects, Date.UTC(2027, 1, 28))).toBe(4);
    expect(shardsUpTo(plans.subjects)).toBe(16);
  });

  test.each([
    ['a kind that does not exist', 'things=4', /kind of all, events/],
    ['no number', 'subjects', /holds `subjects`/],
    ['a number that does not divide 64', 'subjects=12', /use 1, 2, 4/],
    ['more than 64', 'subjects=96', /use 1, 2, 4/],
    ['a kind twice', 'subjects=4,subjects=8', /names subjects twice/],
    ['a number that shrinks', 'subjects=16@2027-01-01T00:00:00Z', /only grows/],
    ['times that do not increase', 'records=8@2027-01-01T00:00:00Z,records=16@2026-06-01T00:00:00Z', /do not increase/],
    ['a time without a zone', 'records=8@2027-01-01T00:00:00', /use a time such as/],
    ['a time before all ids', `records=8@${new Date(EPOCH_MS).toISOString()}`, /use a time/],
    ['a time for a number that is fixed', 'names=64@2027-01-01T00:00:00Z', /is fixed/],
    ['a time for all', 'all=64@2027-01-01T00:00:00Z', /is fixed/],
  ])('with %s is refused', (_, text, message) => {
    const { error } = ShardPlanText.safeParse(text);

    expect(error?.issues.map((issue) => issue.message).join()).toMatch(message);
  });
});
