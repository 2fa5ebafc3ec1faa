import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../../test/support/soak.ts';
import { deletionsOf, isOneOff, isOneOffIn, mayBeOneOff } from '../src/edit-distance.ts';

/** The textbook definition: optimal string alignment, where swapped neighbours are one edit. */
function distance(a: string, b: string): number {
  const rows = Array.from({ length: a.length + 1 }, (_, i) =>
    Array.from({ length: b.length + 1 }, (_, j) => (i === 0 ? j : j === 0 ? i : 0)),
  );
  const at = (i: number, j: number) => rows[i]?.[j] ?? 0;
  for (let i = 1; i <= a.length; i += 1)
    for (let j = 1; j <= b.length; j += 1) {
      const row = rows[i] ?? [];
      const cost = a[i - 1] === b[j - 1] ? 0 : 1;
      row[j] = Math.min(at(i - 1, j) + 1, at(i, j - 1) + 1, at(i - 1, j - 1) + cost);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        row[j] = Math.min(at(i, j), at(i - 2, j - 2) + 1);
    }
  return at(a.length, b.length);
}

const shortWord = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 7 });

test('edit distance: one off is an optimal string alignment distance of exactly one', () => {
  fc.assert(
    fc.property(shortWord, shortWord, (a, b) => {
      expect(isOneOff(a, b)).toBe(distance(a, b) === 1);
    }),
    runs(5_000),
  );
});

test('edit distance: the result is the same for a word inside a byte array', () => {
  fc.assert(
    fc.property(shortWord, shortWord, shortWord, (a, b, other) => {
      const bytes = Buffer.from(other + b + other);
      const place = { bytes, start: other.length, end: other.length + b.length };
      expect(isOneOffIn([...Buffer.from(a)], place)).toBe(isOneOff(a, b));
    }),
    runs(5_000),
  );
});

test('edit distance: words one letter off share a deletion, or one is a deletion of the other', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 1, maxLength: 7 });
  fc.assert(
    fc.property(word, word, (a, b) => {
      fc.pre(isOneOff(a, b));
      const left = new Set([a, ...deletionsOf(a)]);
      expect([b, ...deletionsOf(b)].some((each) => left.has(each))).toBe(true);
    }),
    runs(5_000),
  );
});

test.each([
  ['putin', true],
  ['ivan', false],
  ['61398', false],
  ['习近平习近', false],
])('%s may be found one letter off: %s', (word, expected) => {
  expect(mayBeOneOff(word)).toBe(expected);
});
