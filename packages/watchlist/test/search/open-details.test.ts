import { expect, test } from 'vitest';
import { anEntry } from '../../../../test/support/screening-examples.ts';
import type { ListedEntry } from '../../src/listed-entry.ts';
import { writeDetails } from '../../src/search/detail-record.ts';
import { openDetails } from '../../src/search/open-details.ts';
import { rangeOfBuffer } from '../../src/search/read-range.ts';

const MEGABYTE = 1024 * 1024;

/** An entry of about so many bytes, some of them of letters that take several. */
const ofBytes = (bytes: number) => anEntry({ names: [{ text: `Ä${'x'.repeat(bytes)}`, isWeak: false }] });

function opened(entries: readonly ListedEntry[]) {
  const rows = entries.map((entry) => Buffer.from(writeDetails(entry, () => 0)));
  const starts = new Uint32Array(rows.length + 1);
  rows.forEach((row, at) => {
    starts[at + 1] = (starts[at] ?? 0) + row.length;
  });
  const lengths: number[] = [];
  const read = rangeOfBuffer(Buffer.concat(rows));
  const details = openDetails(
    starts,
    (offset, length) => {
      lengths.push(length);
      return read(offset, length);
    },
    () => '',
  );
  return { details, lengths };
}

async function allOf({ everyEntry }: ReturnType<typeof opened>['details']) {
  const found: ListedEntry[] = [];
  for await (const entry of everyEntry()) found.push(entry);
  return found;
}

test('details: all entries are read in order, a few megabytes at a time', async () => {
  const entries = [1, 3 * MEGABYTE, 2 * MEGABYTE, 10, MEGABYTE, 5 * MEGABYTE, 7].map(ofBytes);
  const { details, lengths } = opened(entries);

  expect(await allOf(details)).toEqual(entries);
  expect(lengths.map((length) => Math.floor(length / MEGABYTE))).toEqual([3, 3, 5, 0]);
});

test('details: a list without entries has none', async () => {
  const { details, lengths } = opened([]);

  expect(await allOf(details)).toEqual([]);
  expect(lengths).toEqual([]);
});
