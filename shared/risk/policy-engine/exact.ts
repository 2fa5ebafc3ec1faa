/**
 * Exact decimal arithmetic. With `decimals` digits after the point, a quantity of a policy is a whole number of
 * units, and points times weight a whole number of units of units, so sums and comparisons are those of integers:
 * 0.1 three times is 0.3. Integers up to 2^53 are plain numbers, larger ones are BigInts; JavaScript compares the
 * two kinds with each other exactly. A policy uses as many decimals as the longest of its quantities.
 */
export type Exact = number | bigint;

/** Powers of ten up to this one have no rounding error as a number. */
const EXACT_POWERS = 22;

/** Most quantities have no more decimals and are small: they need neither text nor BigInts. */
const FEW_DECIMALS = 6;
const SMALL_UNITS = 2 ** 50;

/** Digits after the point in the shortest decimal text of a number, as JSON has it. */
export function decimalsOf(quantity: number): number {
  for (let decimals = 0; decimals <= FEW_DECIMALS; decimals += 1) {
    const units = smallUnitsOf(quantity, decimals);
    if (units !== undefined && units / 10 ** decimals === quantity) return decimals;
  }
  return partsOf(quantity).decimals;
}

/** `points` times `weight`, of which neither may have more decimals than that. */
export const product = (points: number, weight: number, decimals: number): Exact =>
  times(unitsOf(points, decimals), unitsOf(weight, decimals));

/** A single quantity in the units of products, so that scores can be compared with it. */
export const exactly = (quantity: number, decimals: number): Exact =>
  times(unitsOf(quantity, decimals), tenTo(decimals));

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

/** Below 2^50 the product is off by less than half a unit, so rounding gives the exact number. */
function smallUnitsOf(quantity: number, decimals: number): number | undefined {
  const product = quantity * 10 ** decimals;
  // Adding zero turns a negative zero, which JSON can spell but does not keep, into a plain one.
  return Math.abs(product) < SMALL_UNITS ? Math.round(product) + 0 : undefined;
}

function unitsOf(quantity: number, decimals: number): Exact {
  const units = decimals <= FEW_DECIMALS ? smallUnitsOf(quantity, decimals) : undefined;
  if (units !== undefined) return units;
  const parts = partsOf(quantity);
  return parts.digits * tenTo(decimals - parts.decimals);
}

function times(a: Exact, b: Exact): Exact {
  if (typeof a === 'number' && typeof b === 'number' && Number.isSafeInteger(a * b))
    return a * b + 0;
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
