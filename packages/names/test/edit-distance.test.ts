import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../../test/support/soak.ts';
import {
  deletionsOf,
  isOneEdit,
  isOneOff,
  isOneOffIn,
  mayBeOneOff,
  mayGainLetter,
  scannedAs,
} from '../src/edit-distance.ts';

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
      expect(isOneEdit(a, b)).toBe(distance(a, b) === 1);
    }),
    runs(5_000),
  );
});

/** Letters that scanners confuse, so that their errors are common. */
const scannedWord = fc.string({ unit: fc.constantFrom('r', 'n', 'm', 'v', 'w', 'c', 'l', 'd'), maxLength: 7 });

test('edit distance: the result is the same for a word inside a byte array', () => {
  const anyWord = fc.oneof(shortWord, scannedWord);
  fc.assert(
    fc.property(anyWord, anyWord, shortWord, (a, b, other) => {
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
      fc.pre(isOneEdit(a, b));
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

test('edit distance: an error of a scanner is one edit, both ways', () => {
  fc.assert(
    fc.property(scannedWord, (word) => {
      for (const other of scannedAs(word)) {
        expect(isOneEdit(word, other)).toBe(true);
        expect(scannedAs(other)).toContain(word);
      }
    }),
    { numRuns: 2_000 },
  );
});

test.each([
  ['samer', 'sarner', true],
  ['marwan', 'marvvan', true],
  ['david', 'clavid', true],
  ['samer', 'sanner', false],
  ['hamam', 'harnarn', false],
  ['ivan', 'ivar', false],
  ['merz', 'mertz', true],
])('edit distance: %s and %s are one letter off: %s', (one, other, expected) => {
  expect(isOneOff(one, other)).toBe(expected);
  expect(isOneOff(other, one)).toBe(expected);
});

test('edit distance: a listed word of four letters may gain one, a shorter word may not', () => {
  expect([mayGainLetter('merz'), mayGainLetter('ali'), mayGainLetter('習近平習')]).toEqual([true, false, false]);
});
