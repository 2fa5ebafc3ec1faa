import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  type Exact,
  exactly,
  hasFewDecimals,
  largestOf,
  nearestNumber,
  product,
  sumOf,
} from '#shared/risk/policy-engine/exact.ts';

const MILLION = 1_000_000;
/** Millionths up to a billion: every quantity a policy may state. */
const units = fc.integer({ min: -1e15, max: 1e15 });
const smallUnits = fc.oneof(units, fc.integer({ min: -50 * MILLION, max: 50 * MILLION }));
const quantityOf = (millionths: number) => millionths / MILLION;

test('three times 0.1 is 0.3, and 0.1 times 3 as well', () => {
  const tenth = product(0.1, 1);

  expect(nearestNumber(sumOf([tenth, tenth, tenth]))).toBe(0.3);
  expect(product(0.1, 3)).toBe(exactly(0.3));
});

test('products and sums are those of whole numbers, at any size', () => {
  const terms = fc.array(fc.tuple(smallUnits, smallUnits), { maxLength: 8 });
  fc.assert(
    fc.property(terms, (pairs) => {
      const sum = sumOf(pairs.map(([a, b]) => product(quantityOf(a), quantityOf(b))));
      const expected = pairs.reduce((total, [a, b]) => total + BigInt(a) * BigInt(b), 0n);
      expect(BigInt(sum)).toBe(expected);
    }),
    { numRuns: 3_000 },
  );
});

test('sums stay exact where they pass 2^53, and when they come back', () => {
  fc.assert(
    fc.property(fc.array(fc.maxSafeInteger(), { maxLength: 6 }), (terms) => {
      const expected = terms.reduce((total, term) => total + BigInt(term), 0n);
      expect(BigInt(sumOf(terms))).toBe(expected);
    }),
    { numRuns: 3_000 },
  );
});

test('comparison is exact between numbers and big integers', () => {
  fc.assert(
    fc.property(fc.tuple(smallUnits, smallUnits, smallUnits), ([a, b, c]) => {
      const one = product(quantityOf(a), quantityOf(b));
      const other = exactly(quantityOf(c));
      expect(one < other).toBe(BigInt(a) * BigInt(b) < BigInt(c) * BigInt(MILLION));
    }),
    { numRuns: 3_000 },
  );
});

test('the largest is found among both kinds, and there is none among none', () => {
  const large = product(1e9, 1e9);

  expect(typeof large).toBe('bigint');
  expect(largestOf([product(5, 1), large, product(-1e9, 1e9)])).toBe(large);
  expect(largestOf([])).toBeUndefined();
});

test.each<[Exact, number]>([
  [0, 0],
  [3e11, 0.3],
  [-25e11, -2.5],
  [10n ** 30n, 1e18],
  [-(10n ** 30n) - 500_000_000_000n, -1e18],
  [9_007_199_254_740_993_000_000_000_000n, 9_007_199_254_740_992],
  [1n, 1e-12],
])('%s millionths of millionths are shown as %d', (exact, shown) => {
  expect(nearestNumber(exact)).toBe(shown);
});

test('a negative zero becomes a plain one', () => {
  expect(Object.is(product(-0, 5), 0)).toBe(true);
  expect(Object.is(product(-5, 0), 0)).toBe(true);
});

test('every quantity of at most six decimals is recognised, and keeps its value', () => {
  fc.assert(
    fc.property(units, (millionths) => {
      const quantity = quantityOf(millionths);
      expect(hasFewDecimals(quantity)).toBe(true);
      expect(nearestNumber(exactly(quantity))).toBe(quantity + 0);
    }),
    { numRuns: 3_000 },
  );
});

test.each([0.1234567, 1e-7, 0.30000000000000004, 1 / 3, 99.9999999, Math.PI])(
  '%d has too many decimals',
  (quantity) => {
    expect(hasFewDecimals(quantity)).toBe(false);
  },
);
