import type { NormalisedIdentifier } from './normalise-identifier.ts';

/** What kind of ship it is, which some write before its name: `M/V`, as one word. */
const SHIP_PREFIXES: readonly string[] = ['mv', 'mt', 'ms', 'ss', 'fv', 'mts', 'mtv'];

const DIVIDED_PREFIX = /(?<![\p{L}\p{N}])([mfs])\s?\/\s?([vts])(?![\p{L}\p{N}])/gu;

export const withShipPrefixTogether = (text: string) => text.replace(DIVIDED_PREFIX, '$1$2');

const IMO_NUMBER = /^[5-9]\d{6}$/;

/** Seven digits, the last of which follows from the others: 9116412 by 9·7 + 1·6 + 1·5 + 6·4 + 4·3 + 1·2 = 112. */
function isImoNumber(value: string): boolean {
  if (!IMO_NUMBER.test(value)) return false;
  const digits = Array.from(value, Number);
  const check = digits.pop();
  return digits.reduce((sum, digit, at) => sum + digit * (7 - at), 0) % 10 === check;
}

/** No country issues it, though lists may state the flag beside it; and no two ships have the same. */
export const isShipNumber = ({ group, value }: NormalisedIdentifier) =>
  group === 'registration' && isImoNumber(value);

type Reading = readonly (readonly string[])[];

/**
 * Of a ship with a name of one word also the name with such a word before it: contained in the longer one it
 * would count as little as any word does in any name. Longer names are contained well enough.
 */
export const withShipPrefix = (reading: Reading): Reading[] =>
  reading.length === 1 ? [reading, [SHIP_PREFIXES, ...reading]] : [reading];

const NUMBERS = '1 2 3 4 5 6 7 8 9 10'.split(' ');
const ROMAN_NUMBERS = 'i ii iii iv v vi vii viii ix x'.split(' ');
const LAST_OF_NUMBERS = '0123456789ivx';
const LAST_WORD = /(?<=[\p{L}\p{N}]\s+)[\p{L}\p{N}]+$/u;

/** Adrian Darya 1 is Adrian Darya I: the name of a ship or company with the number at its end written otherwise. */
export function withOtherNumeral(text: string): string | undefined {
  const name = text.trim();
  if (!LAST_OF_NUMBERS.includes(name.slice(-1).toLowerCase())) return undefined;
  const number = LAST_WORD.exec(name)?.[0].toLowerCase() ?? '';
  const other = ROMAN_NUMBERS[NUMBERS.indexOf(number)] ?? NUMBERS[ROMAN_NUMBERS.indexOf(number)];
  return other === undefined ? undefined : name.replace(LAST_WORD, other);
}
