import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../../test/support/soak.ts';
import {
  decimalsOf,
  type Exact,
  exactly as exactlyIn,
  exactSum,
  largestOf,
  nearestNumber as nearestNumberIn,
  product as productIn,
} from '../src/exact.ts';

const MILLION = 1_000_000;
const DECIMALS = 6;
const product = (points: number, weight: number) => productIn(points, weight, DECIMALS);
const exactly = (quantity: number) => exactlyIn(quantity, DECIMALS);
const nearestNumber = (exact: Exact) => nearestNumberIn(exact, DECIMALS);
/** Millionths up to a billion. */
const units = fc.integer({ min: -1e15, max: 1e15 });
const smallUnits = fc.oneof(units, fc.integer({ min: -50 * MILLION, max: 50 * MILLION }));
const quantityOf = (millionths: number) => millionths / MILLION;

test('exact arithmetic: three times 0.1 is 0.3, and 0.1 times 3 as well', () => {
  const tenth = product(0.1, 1);

  expect(nearestNumber(exactSum([tenth, tenth, tenth]))).toBe(0.3);
  expect(product(0.1, 3)).toBe(exactly(0.3));
});

test('exact arithmetic: products and sums are those of integers, at any size', () => {
  const terms = fc.array(fc.tuple(smallUnits, smallUnits), { maxLength: 8 });
  fc.assert(
    fc.property(terms, (pairs) => {
      const sum = exactSum(pairs.map(([a, b]) => product(quantityOf(a), quantityOf(b))));
      const expected = pairs.reduce((total, [a, b]) => total + BigInt(a) * BigInt(b), 0n);
      expect(BigInt(sum)).toBe(expected);
    }),
    runs(3_000),
  );
});

test('exact arithmetic: sums stay exact above 2^53, and when they fall below it again', () => {
  fc.assert(
    fc.property(fc.array(fc.maxSafeInteger(), { maxLength: 6 }), (terms) => {
      const expected = terms.reduce((total, term) => total + BigInt(term), 0n);
      expect(BigInt(exactSum(terms))).toBe(expected);
    }),
    runs(3_000),
  );
});

test('exact arithmetic: comparison is exact between numbers and BigInts', () => {
  fc.assert(
    fc.property(fc.tuple(smallUnits, smallUnits, smallUnits), ([a, b, c]) => {
      const one = product(quantityOf(a), quantityOf(b));
      const other = exactly(quantityOf(c));
      expect(one < other).toBe(BigInt(a) * BigInt(b) < BigInt(c) * BigInt(MILLION));
    }),
    runs(3_000),
  );
});

test('exact arithmetic: the largest is found among numbers and BigInts, and is undefined for none', () => {
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

test('exact arithmetic: negative zero becomes zero', () => {
  expect(Object.is(product(-0, 5), 0)).toBe(true);
  expect(Object.is(product(-5, 0), 0)).toBe(true);
});

test('exact arithmetic: every quantity keeps its value with its own number of decimals', () => {
  const quantities = fc.oneof(units.map(quantityOf), fc.double({ min: -1e100, max: 1e100, noNaN: true }));
  fc.assert(
    fc.property(quantities, (quantity) => {
      const decimals = decimalsOf(quantity);
      expect(nearestNumberIn(exactlyIn(quantity, decimals), decimals)).toBe(quantity + 0);
    }),
    runs(3_000),
  );
});

test.each([
  [0, 0],
  [40, 0],
  [-2.5, 1],
  [0.1234567, 7],
  [1e-7, 7],
  [1.5e-7, 8],
  [1e21, 0],
  [1.5e21, 0],
  [5e-324, 324],
])('%d has %i decimals', (quantity, decimals) => {
  expect(decimalsOf(quantity)).toBe(decimals);
});

test('exact arithmetic: sums are exact with any number of decimals', () => {
  const tiny = [0.1, 1e-12, 0.0000001, 123_456];
  const decimals = Math.max(...tiny.map(decimalsOf));

  const sum = exactSum(tiny.map((points) => productIn(points, 3, decimals)));

  expect(sum).toBe(3n * 123_456_100_000_100_001n * 10n ** 12n);
});
