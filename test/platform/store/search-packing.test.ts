import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { MEMBERS_PER_ROW, placeAt, positionOfPlace } from '#shared/platform/ids.ts';
import {
  findInPacked,
  packEntries,
  type SearchEntry,
  unpackEntries,
  weightOf,
} from '#shared/platform/store/search-packing.ts';
import { runs } from '#test/support/soak.ts';

/** Few letters, so that texts resemble each other; of one to four bytes, so that bytes do too. */
const aText = fc
  .array(fc.constantFrom('a', 'b', 'é', 'è', '中', '😀', '😁', '\n', '\0'), { maxLength: 6 })
  .map((letters) => letters.join(''));

/** Rows up to the last that an offset can name. */
const aRow = fc.oneof(fc.nat(5000), fc.integer({ min: 0, max: 2 ** 46 - 1 }));

const someEntries = fc.tuple(fc.uniqueArray(aRow, { maxLength: 60 }), fc.infiniteStream(aText)).map(([rows, texts]) =>
  rows
    .toSorted((a, b) => a - b)
    .map(
      (row): SearchEntry => ({
        place: placeAt(row * MEMBERS_PER_ROW).place,
        text: texts.next().value ?? '',
      }),
    ),
);

test('search packing: place and position convert to each other', () => {
  fc.assert(
    fc.property(aRow, (row) => {
      const position = row * MEMBERS_PER_ROW;
      expect(positionOfPlace(placeAt(position).place)).toBe(position);
    }),
  );
});

test('search packing: packed entries are unpacked unchanged', () => {
  fc.assert(
    fc.property(someEntries, (entries) => {
      expect(unpackEntries(packEntries(entries).packed)).toEqual(entries);
    }),
    runs(300),
  );
});

test('search packing: finds entries that contain a text, and no match across two entries', () => {
  fc.assert(
    fc.property(
      someEntries,
      aText.filter((text) => text !== ''),
      (entries, wanted) => {
        const expected = entries.filter(({ text }) => text.includes(wanted));

        const found = findInPacked(packEntries(entries).packed, wanted);

        expect(found).toEqual(expected.map(({ place }) => place));
      },
    ),
    runs(1_000),
  );
});

test('search packing: the size before compression never exceeds the weights of the entries', () => {
  fc.assert(
    fc.property(someEntries, (entries) => {
      const weight = entries.reduce((sum, entry) => sum + weightOf(entry), 0);
      expect(packEntries(entries).bytes).toBeLessThanOrEqual(weight + 8);
    }),
  );
});

test('search packing: two merged segments are no larger than both apart', () => {
  fc.assert(
    fc.property(someEntries, fc.nat(60), (entries, cut) => {
      const [first, second] = [entries.slice(0, cut), entries.slice(cut)].map(packEntries);
      const apart = (first?.bytes ?? 0) + (second?.bytes ?? 0);
      expect(packEntries(entries).bytes).toBeLessThanOrEqual(apart);
    }),
  );
});
