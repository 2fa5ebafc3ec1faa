/**
 * A number in JSON has any number of digits, ours are doubles. One is kept as written when it reads the
 * same afterwards:
 *
 * - a whole number, when its digits are those we would answer with. `9007199254740993` would become
 *   `…992`, and two ids that differ would be one.
 * - a fraction, or a number with an exponent, when the double written with as many digits gives these
 *   digits. So whatever a program prints of its doubles is good, be it `0.1` or `0.10000000000000001`.
 *
 * Up to 15 digits always are, between 1e-307 and 1e308.
 */
export function isExactAsWritten(written: string, value: number): boolean {
  if (String(value) === written) return true;
  if (written.length > MAX_CHARACTERS) return false;
  const number = decimalOf(written);
  if (number.digits === '') return value === 0;
  if (!Number.isFinite(value) || value === 0 || number.digits.length > MAX_PRECISION) return false;
  if (isSame(number, decimalOf(String(value)))) return true;
  // A tie between two last digits: `String` and `toPrecision` may each take another one of them.
  return !isWhole(written) && isSame(number, decimalOf(value.toPrecision(number.digits.length)));
}

/** The smallest double has 324 zeros before its first digit; whoever writes more means something else. */
const MAX_CHARACTERS = 400;
/** The most digits that JavaScript writes. */
const MAX_PRECISION = 100;

const isWhole = (written: string) => /^-?\d+$/.test(written);

interface Decimal {
  digits: string;
  exponent: number;
}

const isSame = (one: Decimal, other: Decimal) =>
  one.digits === other.digits && one.exponent === other.exponent;

/** `0.0120e3` is the digits 12 with the exponent 0: twelve. Two numbers are equal if both parts are. */
function decimalOf(written: string): Decimal {
  const [, whole = '', fraction = '', power = '0'] =
    /^-?(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i.exec(written) ?? [];
  const all = (whole + fraction).replace(/^0+/, '');
  const digits = all.replace(/0+$/, '');
  return { digits, exponent: Number(power) - fraction.length + all.length - digits.length };
}
