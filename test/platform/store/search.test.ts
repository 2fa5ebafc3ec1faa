import * as fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { newId, placeOf, positionOf } from '#shared/platform/ids.ts';
import type { Collection } from '#shared/platform/store/collection.ts';
import { compactSearch } from '#shared/platform/store/compact-search.ts';
import { dynamoStore } from '#shared/platform/store/dynamo-store.ts';
import { repairSearch } from '#shared/platform/store/repair-search.ts';
import { searchPartitionsOf } from '#shared/platform/store/search.ts';
import type { Item, Store } from '#shared/platform/store/store.ts';
import { everyRow, prepareEngine } from '#test/support/engine.ts';
import { isFull, scaled } from '#test/support/soak.ts';
import {
  aCollection,
  auditSegments,
  BEGINNING_MS,
  behindRow,
  compactAll,
  homesOf,
  idAt,
  insert,
  placeAtMs,
  plainFilter,
  type Searchable,
  searchAll,
  searchOnce,
  withQueries,
} from './searchable.ts';

beforeAll(prepareEngine);

const STEP_MS = 10;
const aLetter = fc.constantFrom(...'aAbBéÉsSßẞΣςİﬁ😀-');
const aText = fc.array(aLetter, { minLength: 1, maxLength: 5 }).map((letters) => letters.join(''));

/** Steps of a collection: rows are inserted, on time or late, and some of them are packed. */
const aHappening = fc.oneof(
  fc.record({
    kind: fc.constant('inserted' as const),
    texts: fc.array(aText, { minLength: 1, maxLength: 7 }),
    rows: fc.integer({ min: 1, max: 160 }),
    /** A step of 4 stays in one partition. */
    tieStep: fc.constantFrom(1, 4),
  }),
  fc.record({
    kind: fc.constant('packed' as const),
    upToShare: fc.double({ min: 0, max: 1, noNaN: true }),
    segmentBytes: fc.integer({ min: 200, max: 4000 }),
  }),
  fc.record({
    kind: fc.constant('late' as const),
    texts: fc.array(aText, { minLength: 1, maxLength: 3 }),
    share: fc.double({ min: 0, max: 0.99, noNaN: true }),
    segmentBytes: fc.integer({ min: 200, max: 4000 }),
  }),
);
type Happening = typeof aHappening extends fc.Arbitrary<infer H> ? H : never;

const aSearch = fc.record({
  text: fc.array(aLetter, { minLength: 1, maxLength: 3 }).map((letters) => letters.join('')),
  budgetBytes: fc.constantFrom(400, 4000, 8 * 1024 * 1024),
});

async function happen(collection: Collection, happenings: readonly Happening[]) {
  const records: Searchable[] = [];
  let nowMs = BEGINNING_MS;
  for (const happening of happenings) {
    const atShare = (share: number) => Math.floor(BEGINNING_MS + share * (nowMs - BEGINNING_MS));
    if (happening.kind === 'inserted') {
      const { texts, rows, tieStep } = happening;
      const added = Array.from({ length: rows }, (_, row): Searchable => {
        nowMs += STEP_MS;
        return { id: idAt(nowMs, (row * tieStep) % 64), text: texts[row % texts.length] ?? '' };
      });
      await insert(collection, added);
      records.push(...added);
    } else if (happening.kind === 'packed') {
      const settled = placeAtMs(atShare(happening.upToShare));
      await compactAll(collection, { settled, segmentBytes: happening.segmentBytes });
    } else {
      // Between two steps, where no other row can be.
      const ms = atShare(happening.share) + 1;
      const added = happening.texts.map((text, row) => ({ id: idAt(ms, row * 4 + 1), text }));
      const isNew = ({ id }: Searchable) => records.every((other) => placeOf(other.id) !== placeOf(id));
      const late = added.filter(isNew);
      await insert(collection, late);
      const { segmentBytes } = happening;
      for (const home of homesOf(collection).slice(1, 2))
        await repairSearch(
          dynamoStore,
          home,
          late.map(({ id }) => placeOf(id)),
          { segmentBytes },
        );
      records.push(...late);
    }
  }
  return records;
}

test('search: finds what a plain filter finds, page by page, whatever has been packed', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(aHappening, { minLength: 1, maxLength: 8 }),
      fc.array(aSearch, { minLength: 1, maxLength: 2 }),
      fc.nat(),
      async (happenings, searches, anywhere) => {
        const collection = aCollection();
        const records = await happen(collection, happenings);
        await auditSegments(collection);
        const start = records[anywhere % Math.max(1, records.length)];
        const offsets = start ? [0, positionOf(start.id), behindRow(start.id)] : [0];

        for (const { text, budgetBytes } of searches)
          for (const offset of offsets) {
            const { items } = await searchAll(collection, text, { offset, budgetBytes });
            expect(items).toEqual(plainFilter(records, text, offset));
          }
      },
    ),
    { numRuns: scaled(isFull ? 12 : 4, 100) },
  );
});

/** Rows of one partition, of which every fiftieth matches: too few for direct reads. */
async function aCollectionOf(rows: number, { settledRows = rows } = {}) {
  const collection = aCollection();
  const records = Array.from({ length: rows }, (_, row) => ({
    id: idAt(BEGINNING_MS + row * STEP_MS, 0),
    text: row % 50 === 49 ? `Wanted-${row}` : `other-${row}`,
  }));
  await insert(collection, records);
  const settled = placeAtMs(BEGINNING_MS + settledRows * STEP_MS);
  await compactAll(collection, { settled, segmentBytes: 1000 });
  return { collection, records };
}

test('search: a segment that is not visible costs direct reads and loses nothing', async () => {
  const { collection, records } = await aCollectionOf(400);

  await fc.assert(
    fc.asyncProperty(fc.infiniteStream(fc.boolean()), async (isHidden) => {
      const store = withQueries(async ({ pk }, run) => {
        const page = await run();
        if (!pk.endsWith('~search')) return page;
        return { ...page, items: page.items.filter(() => !isHidden.next().value) };
      });

      const { items } = await searchAll(collection, 'wanted', { store });

      expect(items).toEqual(plainFilter(records, 'wanted'));
    }),
    { numRuns: scaled(isFull ? 12 : 4, 100) },
  );
});

test.each([1, 2, 3, 5, 8])(
  'search: results are the same while segments are packed and merged, from read %i on',
  async (firstRead) => {
    const { collection, records } = await aCollectionOf(300, { settledRows: 100 });
    const [home] = homesOf(collection);
    if (!home) throw new Error('A collection has partitions.');
    let reads = 0;
    const store = withQueries(async ({ pk }, run) => {
      const isHome = pk.startsWith(home.pk);
      reads += isHome ? 1 : 0;
      const settled = placeAtMs(BEGINNING_MS + (100 + reads * 15) * STEP_MS);
      const compaction = { settled, minimumRows: 1, segmentBytes: 1800 };
      if (isHome && reads >= firstRead) await compactSearch(dynamoStore, home, compaction);
      return run();
    });

    const { items } = await searchAll(collection, 'WANTED', { store, budgetBytes: 2000 });

    expect(items).toEqual(plainFilter(records, 'wanted'));
    expect(reads).toBeGreaterThan(firstRead);
  },
);

test('search: keeps the order if matches are concentrated in one partition, then in another', async () => {
  const collection = aCollection();
  const tieOf = (row: number) => (row < 240 ? row % 64 : row < 400 ? 0 : 1);
  const records = Array.from({ length: 560 }, (_, row) => ({
    id: idAt(BEGINNING_MS + row * STEP_MS, tieOf(row)),
    text: row < 240 ? 'other' : 'wanted',
  }));
  await insert(collection, records);
  await compactAll(collection);

  const { items, pages } = await searchAll(collection, 'wanted');

  expect(items).toEqual(plainFilter(records, 'wanted'));
  expect(pages).toBe(4);
});

test('search: finds a record that was just created', async () => {
  const { collection, records } = await aCollectionOf(400);
  const fresh = { id: newId(), text: 'The Wanted one' };
  await insert(collection, [fresh]);

  const { items } = await searchAll(collection, 'wanted');

  expect(items).toEqual([...plainFilter(records, 'wanted'), fresh]);
});

test('search: ends a page early when its budget is used up, and continues from there', { tags: 'full' }, async () => {
  const { collection } = await aCollectionOf(1200);
  const budgetBytes = 4000;
  const readPerPage: number[] = [];
  const store = countingBytes((bytes) => {
    readPerPage[readPerPage.length - 1] = (readPerPage.at(-1) ?? 0) + bytes;
  });

  let offset: number | null = 0;
  while (offset !== null) {
    readPerPage.push(0);
    const page = await searchOnce(collection, 'nowhere', { store, offset, budgetBytes });
    expect(page.items).toEqual([]);
    offset = page.nextOffset;
  }

  expect(readPerPage.length).toBeGreaterThan(3);
  // Reads in progress are finished: one of rows, and one of segments.
  expect(Math.max(...readPerPage)).toBeLessThan(50_000);
});

const sizeOf = ({ packed, ...rest }: Item) =>
  JSON.stringify(rest).length + (packed instanceof Uint8Array ? packed.length : 0);

function countingBytes(count: (bytes: number) => void): Store {
  return withQueries(async (_query, run) => {
    const page = await run();
    count(page.items.reduce((sum, item) => sum + sizeOf(item), 0));
    return page;
  });
}

test('search: reads only segments and the tail if matches are rare', { tags: 'full' }, async () => {
  const { collection } = await aCollectionOf(1200);
  const rowsAtHome: number[] = [];
  const store = withQueries(async ({ pk }, run) => {
    const page = await run();
    if (!pk.endsWith('~search')) rowsAtHome.push(page.items.length);
    return page;
  });

  const { pages } = await searchAll(collection, 'nowhere', { store });

  expect(pages).toBe(1);
  expect(rowsAtHome.reduce((sum, rows) => sum + rows, 0)).toBeLessThanOrEqual(32);
});

test('search: reads no segment if every record matches', async () => {
  const { collection } = await aCollectionOf(300);
  const partitions = new Set<string>();
  const store = withQueries(({ pk }, run) => {
    partitions.add(pk);
    return run();
  });

  const page = await searchOnce(collection, '-', { store });

  expect(page.items).toHaveLength(100);
  expect([...partitions].filter((pk) => pk.endsWith('~search'))).toEqual([]);
});

test('search: drops a match whose record was erased', async () => {
  const { collection, records } = await aCollectionOf(400);
  const [erased, ...rest] = plainFilter(records, 'wanted');
  const [home] = homesOf(collection);
  if (!erased || !home) throw new Error('Nothing was inserted.');
  await dynamoStore.deleteMany('risk', [{ pk: home.pk, sk: placeOf(erased.id) }]);

  const { items } = await searchAll(collection, 'wanted');

  expect(items).toEqual(rest);
});

test('search: names every partition with rows', async () => {
  const { collection } = await aCollectionOf(400);
  const kept = (await everyRow('risk')).filter(({ pk }) => pk.startsWith(collection.name));

  const named = [...homesOf(collection).map(({ pk }) => pk), ...searchPartitionsOf(collection)];

  expect(kept.length).toBeGreaterThan(400);
  expect(kept.filter(({ pk }) => !named.includes(pk))).toEqual([]);
});
