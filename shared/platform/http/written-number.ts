/**
 * JSON numbers can have any number of digits, while ours are doubles. A number is exact if it reads the same
 * after conversion:
 *
 * - a whole number, if the double prints the same digits. `9007199254740993` would become `…992`, and two
 *   different ids would become equal.
 * - a fraction, or a number with an exponent, if the double printed with as many digits gives the same digits.
 *   So any printed double is exact, be it `0.1` or `0.10000000000000001`.
 *
 * Numbers of up to 15 digits between 1e-307 and 1e308 are always exact.
 */
export function isExactAsWritten(written: string, value: number): boolean {
  if (String(value) === written) return true;
  if (written.length > MAX_CHARACTERS) return false;
  const number = decimalOf(written);
  if (number.digits === '') return value === 0;
  if (!Number.isFinite(value) || value === 0 || number.digits.length > MAX_PRECISION) return false;
  if (isSame(number, decimalOf(String(value)))) return true;
  // A tie between two last digits: `String` and `toPrecision` may round it differently.
  return !isWhole(written) && isSame(number, decimalOf(value.toPrecision(number.digits.length)));
}

/** The smallest double has 324 zeros before its first digit, so a longer number is never exact. */
const MAX_CHARACTERS = 400;
/** The maximum precision of JavaScript. */
const MAX_PRECISION = 100;

const isWhole = (written: string) => /^-?\d+$/.test(written);

interface Decimal {
  digits: string;
  exponent: number;
}

const isSame = (one: Decimal, other: Decimal) => one.digits === other.digits && one.exponent === other.exponent;

/**
 * `0.0120e3` has the digits 12 and the exponent 0, which is twelve. Numbers are equal if both parts are.
 */
function decimalOf(written: string): Decimal {
  const [, whole = '', fraction = '', power = '0'] = /^-?(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i.exec(written) ?? [];
  const all = (whole + fraction).replace(/^0+/, '');
  const digits = all.replace(/0+$/, '');
  return { digits, exponent: Number(power) - fraction.length + all.length - digits.length };
}
