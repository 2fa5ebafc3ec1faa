import fc from 'fast-check';
import { expect, test } from 'vitest';
import { endOfRow, MEMBERS_PER_ROW, memberId, positionOf } from '#shared/platform/ids.ts';
import { RECORD_OFFSETS } from '#shared/platform/offsets.ts';
import { type Batch, type Page, type PageOptions, type PageRow, readPage } from '#shared/platform/store/paging.ts';
import { idAt } from '#test/support/ids.ts';

/**
 * Paging against a model: a list is the merge of its partitions, and paging with any limits returns each
 * record once, in order. Rows pack several records; a page may end in the middle of a row.
 */
interface PackedRow {
  partition: number;
  records: PageRow<string>[];
}

const LONG_AGO_MS = Date.UTC(2026, 2, 14);

const packedRows = fc
  .uniqueArray(
    fc.record({
      // Few milliseconds, so that rows are often close together.
      millisecond: fc.integer({ min: 0, max: 30 }),
      tie: fc.integer({ min: 0, max: 63 }),
      members: fc.oneof(fc.constant(1), fc.integer({ min: 0, max: 12 }), fc.integer({ min: 60, max: 128 })),
      valueBytes: fc.integer({ min: 1, max: 40 }),
    }),
    { selector: ({ millisecond, tie }) => millisecond * 64 + tie, maxLength: 60 },
  )
  .map((rows) => rows.map(packedRow));

function packedRow({ millisecond, tie, members, valueBytes }: Record<string, number>): PackedRow {
  const id = idAt(LONG_AGO_MS + (millisecond ?? 0), tie);
  return {
    partition: (tie ?? 0) % 4,
    records: Array.from({ length: members ?? 0 }, (_, member) => {
      const position = positionOf(memberId(id, member));
      return { position, value: `${position}:${'x'.repeat(valueBytes ?? 0)}` };
    }),
  };
}

const recordsOf = (rows: PackedRow[]) => rows.flatMap(({ records }) => records).sort((a, b) => a.position - b.position);

/** The partitions from an offset on, in batches of rows, as a query returns them. */
const sourcesOf = (rows: PackedRow[], offset: number, rowsPerBatch: number) => () =>
  [0, 1, 2, 3].map(async function* (partition): AsyncGenerator<Batch<string>> {
    const standing = rows
      .filter((row) => row.partition === partition && row.records.length > 0)
      .sort((a, b) => (a.records[0]?.position ?? 0) - (b.records[0]?.position ?? 0))
      .filter(({ records }) => endOfRow(records[0]?.position ?? 0) > offset);
    for (let start = 0; start < standing.length; start += rowsPerBatch) {
      const batch = standing.slice(start, start + rowsPerBatch).flatMap(({ records }) => records);
      const upTo = endOfRow(batch.at(-1)?.position ?? 0);
      yield { rows: batch.filter(({ position }) => position > offset), upTo };
    }
  });

async function allPages(read: (offset: number) => Promise<Page<string>>): Promise<Page<string>[]> {
  const pages = [await read(0)];
  for (let next = pages[0]?.nextOffset; next !== null && next !== undefined; ) {
    const page = await read(next);
    // A page that ends where it began would be read forever.
    if (page.nextOffset !== null) expect(page.nextOffset).toBeGreaterThan(next);
    pages.push(page);
    next = page.nextOffset;
  }
  return pages;
}

const sizeOf = (values: string[]) => Buffer.byteLength(JSON.stringify(values));

test('paging: pages of any limit and budget return every record once, in order', async () => {
  await fc.assert(
    fc.asyncProperty(
      packedRows,
      fc.integer({ min: 1, max: 100 }),
      fc.integer({ min: 1, max: 8_000 }),
      fc.integer({ min: 1, max: 9 }),
      async (rows, limit, budgetBytes, rowsPerBatch) => {
        const options = { limit, budgetBytes };
        const pages = await allPages((offset) => readPage(sourcesOf(rows, offset, rowsPerBatch), options));

        expect(pages.flatMap(({ items }) => items)).toEqual(recordsOf(rows).map(contentOf));
        for (const { items, nextOffset } of pages) {
          // Half a row is not divided; a page of a list with such rows has room for it.
          if (new Set(items.map(halfRowOf)).size > 1) {
            expect(items.length).toBeLessThanOrEqual(limit);
            expect(sizeOf(items)).toBeLessThanOrEqual(budgetBytes + 2);
          }
          if (nextOffset !== null) expect(() => RECORD_OFFSETS.encode(nextOffset)).not.toThrow();
          // Even the last page has items, unless the list is empty.
          if (pages.length > 1 || nextOffset !== null) expect(items.length).toBeGreaterThan(0);
        }
      },
    ),
  );
});

const halfRowOf = (value: string) => Math.floor((Number.parseInt(value, 10) * 2) / MEMBERS_PER_ROW);

const contentOf = ({ value }: PageRow<string>) => value;

test('paging: an offset anywhere, also inside a row, starts with the record after it', async () => {
  await fc.assert(
    fc.asyncProperty(
      packedRows.filter((rows) => recordsOf(rows).length > 0),
      fc.nat(),
      fc.constantFrom(-1, 0, 1),
      async (rows, chosen, shift) => {
        const records = recordsOf(rows);
        const offset = (records[chosen % records.length]?.position ?? 0) + shift;

        const page = await readPage(sourcesOf(rows, offset, 3), { limit: 1_000 });

        const behind = records.filter(({ position }) => position > offset);
        expect(page).toEqual({ items: behind.map(contentOf), nextOffset: null });
      },
    ),
  );
});

test('paging: reading that was interrupted continues where it stopped', async () => {
  await fc.assert(
    fc.asyncProperty(
      packedRows,
      fc.integer({ min: 1, max: 5 }),
      fc.integer({ min: 0, max: 4 }),
      async (rows, rowsPerBatch, patience) => {
        const optionsOfPage = (): PageOptions => {
          let asked = 0;
          return { limit: 10, isSpent: () => asked++ >= patience };
        };

        const pages = await allPages((offset) => readPage(sourcesOf(rows, offset, rowsPerBatch), optionsOfPage()));

        expect(pages.flatMap(({ items }) => items)).toEqual(recordsOf(rows).map(contentOf));
      },
    ),
  );
});

test('paging: an empty list has one empty page', async () => {
  expect(await readPage(sourcesOf([], 0, 1))).toEqual({ items: [], nextOffset: null });
});

test('paging: a record beyond the budget gets its own page', async () => {
  const rows = [1, 2, 3].map((tie) => packedRow({ millisecond: 0, tie, members: 1, valueBytes: 99 }));

  const pages = await allPages((offset) => readPage(sourcesOf(rows, offset, 5), { budgetBytes: 50 }));

  expect(pages.map(({ items }) => items.length)).toEqual([1, 1, 1]);
});
