/** Digits of a decimal number as text, so that no amount is rounded on its way to the page. */
const DECIMAL = /^-?(?:0|[1-9]\d{0,29})(?:\.\d{1,20})?$/;

export const isDecimal = (text: string) => DECIMAL.test(text);

/** Decimals that are not trailing zeros. */
export const decimalsOf = (text: string) => (text.split('.')[1] ?? '').replace(/0+$/, '').length;

/** A binary fraction stands for exactly one decimal number of up to 15 digits. */
const EXACT_DIGITS = 15;
const LARGEST_EXPONENT = 30;

/**
 * A number in plain digits, without an exponent. Undefined if it is likely the residue of a
 * calculation with binary fractions (0.1 + 0.2), or too large or small for a document.
 */
export function plainDigits(value: number): string | undefined {
  if (Number.isSafeInteger(value)) return String(value + 0);
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    /^(-?)(\d)(?:\.(\d+))?e([+-]\d+)$/.exec(value.toExponential()) ?? [];
  const digits = whole + fraction;
  const power = Number(exponent);
  if (digits === '' || digits.length > EXACT_DIGITS || Math.abs(power) > LARGEST_EXPONENT) return undefined;
  if (power < 0) return `${sign}0.${'0'.repeat(-power - 1)}${digits}`;
  const integer = digits.slice(0, power + 1).padEnd(power + 1, '0');
  const decimals = digits.slice(power + 1);
  return `${sign}${integer}${decimals === '' ? '' : `.${decimals}`}`;
}
