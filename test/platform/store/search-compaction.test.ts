import { beforeAll, expect, test } from 'vitest';
import { placeOf } from '#shared/platform/ids.ts';
import type { Collection } from '#shared/platform/store/collection.ts';
import { compactSearch } from '#shared/platform/store/compact-search.ts';
import { dynamoStore } from '#shared/platform/store/dynamo-store.ts';
import { repairSearch } from '#shared/platform/store/repair-search.ts';
import { unpackEntries } from '#shared/platform/store/search-packing.ts';
import { type Partition, readHead } from '#shared/platform/store/search-segments.ts';
import { type Store, StoreUnavailable, TransactionRefused } from '#shared/platform/store/store.ts';
import { prepareEngine } from '#test/support/engine.ts';
import { some } from '#test/support/soak.ts';
import {
  aCollection,
  auditSegments,
  BEGINNING_MS,
  compactAll,
  homesOf,
  idAt,
  insert,
  placeAtMs,
  plainFilter,
  type Searchable,
  searchAll,
} from './searchable.ts';

beforeAll(prepareEngine);

const STEP_MS = 10;
const SEGMENT_BYTES = 1500;

/** Rows of the first partition, one every step from `from` on. */
const rowsFrom = (from: number, count: number): Searchable[] =>
  Array.from({ length: count }, (_, row) => ({
    id: idAt(BEGINNING_MS + (from + row) * STEP_MS, 0),
    text: (from + row) % 40 === 0 ? `wanted-${from + row}` : `other-${from + row}`,
  }));

const settledAt = (row: number) => placeAtMs(BEGINNING_MS + row * STEP_MS + 1);

function firstHomeOf(collection: Collection): Partition {
  const [home] = homesOf(collection);
  if (!home) throw new Error('A collection has partitions.');
  return home;
}

async function aCollectionWith(rows: number, packedRows: number) {
  const collection = aCollection();
  const records = rowsFrom(0, rows);
  await insert(collection, records);
  if (packedRows > 0)
    await compactAll(collection, {
      settled: settledAt(packedRows - 1),
      segmentBytes: SEGMENT_BYTES,
    });
  return { collection, home: firstHomeOf(collection), records };
}

async function expectSound(collection: Collection, records: readonly Searchable[]) {
  await auditSegments(collection);
  const { items } = await searchAll(collection, 'wanted');
  expect(items).toEqual(plainFilter(records, 'wanted'));
}

test('search compaction: leaves rows that have not settled, and too few to be worth packing', async () => {
  const { collection, home } = await aCollectionWith(100, 0);

  const wasMore = await compactSearch(dynamoStore, home, { settled: settledAt(30) });
  const untouched = await readHead(dynamoStore, home);
  await compactSearch(dynamoStore, home, { settled: settledAt(31) });
  const packed = await readHead(dynamoStore, home);

  expect(wasMore).toBe(false);
  expect(untouched.revision).toBe(0);
  expect(packed).toMatchObject({ revision: 1, watermark: placeOf(rowsFrom(31, 1)[0]?.id ?? '') });
  expect(await auditSegments(collection)).toEqual({ segmentCount: 1 });
});

test('search compaction: repeating it changes nothing', async () => {
  const { home } = await aCollectionWith(100, 100);
  const before = await readHead(dynamoStore, home);

  await compactSearch(dynamoStore, home, { settled: settledAt(99), minimumRows: 1 });

  expect(await readHead(dynamoStore, home)).toEqual(before);
});

test('search compaction: a text is written a handful of times until its segment is full', {
  tags: 'full',
}, async () => {
  const collection = aCollection();
  const home = firstHomeOf(collection);
  let textsWritten = 0;
  let mostOpen = 0;
  const store: Store = {
    ...dynamoStore,
    transact: (writes, token) => {
      for (const write of writes)
        if ('put' in write && write.put.packed instanceof Uint8Array) textsWritten += entryCount(write.put.packed);
      return dynamoStore.transact(writes, token);
    },
  };
  const rounds = 64;
  const rowsPerRound = 40;

  for (let round = 0; round < rounds; round += 1) {
    const rows = rowsFrom(round * rowsPerRound, rowsPerRound);
    await insert(collection, rows);
    const settled = settledAt((round + 1) * rowsPerRound);
    await compactSearch(store, home, { settled, segmentBytes: 8000 });
    mostOpen = Math.max(mostOpen, (await readHead(dynamoStore, home)).open.length);
  }

  const { segmentCount } = await auditSegments(collection);
  expect(segmentCount).toBeGreaterThan(4);
  expect(textsWritten / (rounds * rowsPerRound)).toBeLessThan(4);
  expect(mostOpen).toBeLessThanOrEqual(4);
});

const entryCount = (packed: Uint8Array) => unpackEntries(packed).length;

test('search compaction: of two concurrent compactions one is refused, and neither does harm', async () => {
  const { collection, home, records } = await aCollectionWith(200, 60);
  const bothRead = meetingOf(2);
  const store: Store = {
    ...dynamoStore,
    transact: async (writes, token) => {
      await bothRead();
      return dynamoStore.transact(writes, token);
    },
  };
  const compaction = { settled: settledAt(99), minimumRows: 1, segmentBytes: 100_000 };

  const wasRefused = await Promise.all([
    compactSearch(store, home, compaction),
    compactSearch(store, home, compaction),
  ]);

  expect(wasRefused.toSorted()).toEqual([false, true]);
  await expectSound(collection, records);
});

/** A barrier: all wait until `size` have arrived. */
function meetingOf(size: number): () => Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let present = 0;
  return () => {
    present += 1;
    if (present === size) resolve();
    return promise;
  };
}

test('search compaction: concurrent compactions, inserts and searches agree in the end', async () => {
  const { collection, home, records } = await aCollectionWith(100, 0);
  const added = Array.from({ length: 8 }, (_, part) => rowsFrom(100 + part * 30, 30));

  await Promise.all([
    ...added.map((rows) => insert(collection, rows)),
    ...added.map((_, part) => compactSearch(dynamoStore, home, { settled: settledAt(20 + part * 10), minimumRows: 1 })),
    ...added.map(async () => {
      const { items } = await searchAll(collection, 'wanted');
      expect(items.slice(0, 3)).toEqual(plainFilter(records, 'wanted'));
    }),
  ]);

  await expectSound(collection, [...records, ...added.flat()]);
});

/** Fails one call: before it reached the database, or after it took effect. */
function failingAt(call: number, moment: 'before' | 'after') {
  let calls = 0;
  const guarded =
    <Args extends unknown[], Result>(run: (...args: Args) => Promise<Result>) =>
    async (...args: Args): Promise<Result> => {
      calls += 1;
      const isFault = calls === call;
      if (isFault && moment === 'before') throw new StoreUnavailable('It never arrived.');
      const result = await run(...args);
      if (isFault) throw new StoreUnavailable('The answer was lost.');
      return result;
    };
  const store: Store = {
    get: guarded(dynamoStore.get),
    getMany: guarded(dynamoStore.getMany),
    query: guarded(dynamoStore.query),
    transact: guarded(dynamoStore.transact),
    writeOne: guarded(dynamoStore.writeOne),
    deleteMany: guarded(dynamoStore.deleteMany),
  };
  return { store, wasReached: () => calls >= call };
}

/** Runs `work` once for every call it makes, failing at that call, and then once more to its end. */
async function killedAnywhere(
  moment: 'before' | 'after',
  prepare: () => Promise<{ work: (store: Store) => Promise<unknown>; assess: () => Promise<void> }>,
) {
  for (let call = 1; ; call += 1) {
    const { work, assess } = await prepare();
    const { store, wasReached } = failingAt(call, moment);
    const outcome = await work(store).then(
      () => 'done',
      (error) => error,
    );
    if (!wasReached()) return call - 1;
    expect(outcome).toBeInstanceOf(StoreUnavailable);
    await assess();
    await work(dynamoStore);
    await assess();
  }
}

test.each(some(['before', 'after'] as const, 1))(
  'search compaction: killed %s any of its calls, it leaves a consistent state',
  async (moment) => {
    const calls = await killedAnywhere(moment, async () => {
      const { collection, home, records } = await aCollectionWith(120, 60);
      const compaction = { settled: settledAt(99), minimumRows: 1, segmentBytes: 100_000 };
      return {
        work: (store) => compactSearch(store, home, compaction),
        assess: () => expectSound(collection, records),
      };
    });

    expect(calls).toBe(4);
  },
);

/** A row that appears among rows that were packed long ago. */
const lateRow = (row: number): Searchable => ({
  id: idAt(BEGINNING_MS + row * STEP_MS + 5, 0),
  text: `wanted-late-${row}`,
});

test.each(some(['before', 'after'] as const, 1))(
  'search repair: killed %s any of its calls, it leaves a consistent state when repeated',
  async (moment) => {
    const calls = await killedAnywhere(moment, async () => {
      const { collection, home, records } = await aCollectionWith(120, 120);
      const late = lateRow(50);
      await insert(collection, [late]);
      const work = (store: Store) => repairSearch(store, home, [placeOf(late.id)]);
      return {
        work,
        assess: async () => {
          await work(dynamoStore);
          await expectSound(collection, [...records, late]);
        },
      };
    });

    expect(calls).toBe(5);
  },
);

test('search repair: adds late rows to several segments, and splits one that grows too large', {
  tags: 'full',
}, async () => {
  const { collection, home, records } = await aCollectionWith(200, 200);
  const { segmentCount } = await auditSegments(collection);
  const late = Array.from({ length: 60 }, (_, row) => lateRow(row < 50 ? row : row * 3));
  await insert(collection, late);

  const places = late.map(({ id }) => placeOf(id)).toReversed();
  await repairSearch(dynamoStore, home, places, { segmentBytes: SEGMENT_BYTES });

  expect(segmentCount).toBeGreaterThan(2);
  expect((await auditSegments(collection)).segmentCount).toBeGreaterThan(segmentCount);
  await expectSound(collection, [...records, ...late]);
});

test('search repair: ignores rows that are contained, not yet packed, or deleted', async () => {
  const { home, records } = await aCollectionWith(120, 60);
  const before = await readHead(dynamoStore, home);
  const places = [records[10], records[59], records[60], records[119], lateRow(20)];

  await repairSearch(
    dynamoStore,
    home,
    places.map((record) => placeOf(record?.id ?? '')),
  );

  expect(await readHead(dynamoStore, home)).toEqual(before);
});

test('search repair: a row that is passed twice, even concurrently, is contained once', async () => {
  const { collection, home, records } = await aCollectionWith(120, 120);
  const late = lateRow(20);
  await insert(collection, [late]);
  const place = placeOf(late.id);
  const afterAnother: Store = {
    ...dynamoStore,
    get: async (table, key) => {
      await repairSearch(dynamoStore, home, [place, place]);
      return dynamoStore.get(table, key);
    },
  };

  await repairSearch(afterAnother, home, [place, place]);

  await expectSound(collection, [...records, late]);
});

test('search repair: also adds rows to segments that were just split', async () => {
  const { collection, home, records } = await aCollectionWith(100, 0);
  await compactAll(collection);
  const others = Array.from({ length: 20 }, (_, row) => lateRow(row + 20));
  const late = [lateRow(10), lateRow(90)];
  await insert(collection, [...others, ...late]);
  const placesOf = (rows: Searchable[]) => rows.map(({ id }) => placeOf(id));
  let isSplit = false;
  const afterAnother: Store = {
    ...dynamoStore,
    get: async (table, key) => {
      if (!isSplit) await repairSearch(dynamoStore, home, placesOf(others), { segmentBytes: 1400 });
      isSplit = true;
      return dynamoStore.get(table, key);
    },
  };

  await repairSearch(afterAnother, home, placesOf(late));

  expect(await auditSegments(collection)).toEqual({ segmentCount: 2 });
  await expectSound(collection, [...records, ...others, ...late]);
});

test('search repair: is refused during a compaction, and succeeds when repeated', async () => {
  const { collection, home, records } = await aCollectionWith(120, 60);
  const late = lateRow(20);
  await insert(collection, [late]);
  const store: Store = {
    ...dynamoStore,
    transact: async (writes, token) => {
      await compactSearch(dynamoStore, home, { settled: settledAt(110), minimumRows: 1 });
      return dynamoStore.transact(writes, token);
    },
  };

  const refused = repairSearch(store, home, [placeOf(late.id)]);

  await expect(refused).rejects.toBeInstanceOf(TransactionRefused);
  await repairSearch(dynamoStore, home, [placeOf(late.id)]);
  await expectSound(collection, [...records, late]);
});
