import { QUANTITY_DECIMALS } from './limits.ts';

/**
 * Exact decimal arithmetic. A quantity of a policy is a whole number of millionths, and points times
 * weight a whole number of millionths of millionths, so sums and comparisons are those of integers:
 * 0.1 three times is 0.3. Integers up to 2^53 are plain numbers; what outgrows them becomes a BigInt
 * by itself. JavaScript compares the two kinds with each other exactly.
 */
export type Exact = number | bigint;

const UNITS = 10 ** QUANTITY_DECIMALS;
const DECIMALS = 2 * QUANTITY_DECIMALS;
const PRODUCT_UNITS = 10 ** DECIMALS;

export const hasFewDecimals = (quantity: number) => fromUnits(unitsOf(quantity)) === quantity;

/** `points` times `weight`, of which neither may have more than six decimals. */
export const product = (points: number, weight: number): Exact =>
  times(unitsOf(points), unitsOf(weight));

/** A single quantity in the units of products, so that scores can be compared with it. */
export const exactly = (quantity: number): Exact => times(unitsOf(quantity), UNITS);

export function sumOf(terms: readonly Exact[]): Exact {
  let sum: Exact = 0;
  for (const term of terms) sum = plus(sum, term);
  return sum;
}

export function largestOf(terms: readonly Exact[]): Exact | undefined {
  let largest: Exact | undefined;
  for (const term of terms) if (largest === undefined || term > largest) largest = term;
  return largest;
}

/** The number nearest to the exact value: what is shown, never what is compared. */
export function nearestNumber(exact: Exact): number {
  if (typeof exact === 'number') return exact / PRODUCT_UNITS;
  const digits = (exact < 0n ? -exact : exact).toString().padStart(DECIMALS + 1, '0');
  const text = `${digits.slice(0, -DECIMALS)}.${digits.slice(-DECIMALS)}`;
  return exact < 0n ? -Number(text) : Number(text);
}

// Adding zero turns a negative zero, which JSON can spell but does not keep, into a plain one.
const unitsOf = (quantity: number) => Math.round(quantity * UNITS) + 0;
const fromUnits = (units: number) => units / UNITS;

function plus(a: Exact, b: Exact): Exact {
  if (typeof a === 'number' && typeof b === 'number' && Number.isSafeInteger(a + b)) return a + b;
  return BigInt(a) + BigInt(b);
}

function times(a: number, b: number): Exact {
  return Number.isSafeInteger(a * b) ? a * b + 0 : BigInt(a) * BigInt(b);
}
