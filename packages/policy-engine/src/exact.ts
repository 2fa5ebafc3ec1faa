/**
 * Exact decimal (fixed-point) arithmetic. With `decimals` digits after the point, a quantity of a
 * policy is a whole number of units, and points times weight a whole number of squared units, so
 * sums and comparisons are those of integers: 0.1 three times is 0.3. Integers up to 2^53 are
 * numbers and larger ones BigInts, which JavaScript compares with each other exactly. A policy uses
 * as many decimals as the longest of its quantities.
 */
export type Exact = number | bigint;

/** Powers of ten up to this one are exact as a number. */
const EXACT_POWERS = 22;

/**
 * Fast path: most quantities are small and have few decimals, so they need neither text nor
 * BigInts.
 */
const FEW_DECIMALS = 6;
const SMALL_UNITS = 2 ** 50;

/** Digits after the point in the shortest decimal text of a number, as in JSON. */
export function decimalsOf(quantity: number): number {
  for (let decimals = 0; decimals <= FEW_DECIMALS; decimals += 1) {
    const units = smallUnitsOf(quantity, decimals);
    if (units !== undefined && units / 10 ** decimals === quantity) return decimals;
  }
  return partsOf(quantity).decimals;
}

/** `points` times `weight`. Neither may have more than `decimals` digits after the point. */
export const product = (points: number, weight: number, decimals: number): Exact =>
  times(unitsOf(points, decimals), unitsOf(weight, decimals));

/** A quantity in the units of products, so that it can be compared with scores. */
export const exactly = (quantity: number, decimals: number): Exact =>
  times(unitsOf(quantity, decimals), tenTo(decimals));

export function exactSum(terms: readonly Exact[]): Exact {
  let sum: Exact = 0;
  for (const term of terms) sum = plus(sum, term);
  return sum;
}

export function largestOf(terms: readonly Exact[]): Exact | undefined {
  let largest: Exact | undefined;
  for (const term of terms) if (largest === undefined || term > largest) largest = term;
  return largest;
}

/** The nearest number to the exact value. For display only, never for comparisons. */
export function nearestNumber(exact: Exact, decimals: number): number {
  const places = 2 * decimals;
  if (typeof exact === 'number' && places <= EXACT_POWERS) return exact / 10 ** places;
  return Number(`${exact}e-${places}`);
}

function partsOf(quantity: number): { digits: bigint; decimals: number } {
  const [mantissa = '0', exponent = '0'] = String(quantity).split('e');
  const [whole = '0', fraction = ''] = mantissa.split('.');
  const digits = BigInt(whole + fraction);
  const decimals = fraction.length - Number(exponent);
  return decimals >= 0 ? { digits, decimals } : { digits: digits * tenTo(-decimals), decimals: 0 };
}

/** Below 2^50 the product is off by less than half a unit, so rounding gives the exact integer. */
function smallUnitsOf(quantity: number, decimals: number): number | undefined {
  const product = quantity * 10 ** decimals;
  // Adding zero turns -0 into 0. JSON can contain -0, but storage does not preserve it.
  return Math.abs(product) < SMALL_UNITS ? Math.round(product) + 0 : undefined;
}

function unitsOf(quantity: number, decimals: number): Exact {
  const units = decimals <= FEW_DECIMALS ? smallUnitsOf(quantity, decimals) : undefined;
  if (units !== undefined) return units;
  const parts = partsOf(quantity);
  return parts.digits * tenTo(decimals - parts.decimals);
}

function times(a: Exact, b: Exact): Exact {
  if (typeof a === 'number' && typeof b === 'number' && Number.isSafeInteger(a * b)) return a * b + 0;
  return compact(BigInt(a) * BigInt(b));
}

const tenTo = (power: number) => 10n ** BigInt(power);

function compact(exact: bigint): Exact {
  const number = Number(exact);
  return Number.isSafeInteger(number) ? number : exact;
}

function plus(a: Exact, b: Exact): Exact {
  if (typeof a === 'number' && typeof b === 'number' && Number.isSafeInteger(a + b)) return a + b;
  return BigInt(a) + BigInt(b);
}
