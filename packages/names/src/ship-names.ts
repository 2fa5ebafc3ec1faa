import type { NormalisedIdentifier } from './normalise-identifier.ts';

/** Types of ships that some sources write before the name: `M/V`, as one word. */
const SHIP_PREFIXES: readonly string[] = ['mv', 'mt', 'ms', 'ss', 'fv', 'mts', 'mtv'];

const DIVIDED_PREFIX = /(?<![\p{L}\p{N}])([mfs])\s?\/\s?([vts])(?![\p{L}\p{N}])/gu;

export const withJoinedShipPrefix = (text: string) => text.replace(DIVIDED_PREFIX, '$1$2');

const IMO_NUMBER = /^[5-9]\d{6}$/;

/**
 * Seven digits, the last of which is a check digit: for 9116412, 9·7 + 1·6 + 1·5 + 6·4 + 4·3 + 1·2
 * = 112.
 */
export function isImoNumber(value: string): boolean {
  if (!IMO_NUMBER.test(value)) return false;
  const digits = Array.from(value, Number);
  const check = digits.pop();
  return digits.reduce((sum, digit, at) => sum + digit * (7 - at), 0) % 10 === check;
}

/**
 * An IMO number identifies one ship worldwide. No country issues it, though lists may state the
 * flag with it.
 */
export const isShipNumber = ({ group, value }: NormalisedIdentifier) => group === 'registration' && isImoNumber(value);

const NO_NUMBERS: readonly string[] = [];
/** Hardly any name has so many digits, and this is faster to check. */
const SEVEN_DIGITS = /\d{7}/;
const IN_TEXT = /(?<![\p{L}\p{N}])IMO[\s.:#-]*(?:(?:No|Nr|number)[\s.:#-]*)?(\d{7})(?!\p{N})/giu;

/**
 * Payment texts and registers write the number of a ship into its name: `NEPTUN IMO 8404991`. The name without the
 * numbers, unless nothing else is left of it, and the numbers.
 */
export function shipNumbersIn(text: string): { name: string; numbers: readonly string[] } {
  if (!SEVEN_DIGITS.test(text)) return { name: text, numbers: NO_NUMBERS };
  const numbers: string[] = [];
  const rest = text.replace(IN_TEXT, (written, number: string) => {
    if (!isImoNumber(number)) return written;
    numbers.push(number);
    return ' ';
  });
  return { name: numbers.length > 0 && /[\p{L}\p{N}]/u.test(rest) ? rest.trim() : text, numbers };
}

type Reading = readonly (readonly string[])[];

/**
 * Adds a reading with a ship prefix to names of one word: contained in a longer name, a single word
 * would score too low. Longer names do not need it.
 */
export const withShipPrefix = (reading: Reading): Reading[] =>
  reading.length === 1 ? [reading, [SHIP_PREFIXES, ...reading]] : [reading];

const SHIP_TYPE = /^(?:the\s+)?(?:motor\s+)?(?:vessel|tanker|ship|yacht)\s+(?=\S)/i;

/** Motor Vessel Neptun is Neptun. */
export function withoutShipType(text: string): string | undefined {
  const name = text.trim().replace(SHIP_TYPE, '');
  return name === text.trim() ? undefined : name;
}

const NUMBERS = '1 2 3 4 5 6 7 8 9 10'.split(' ');
const ROMAN_NUMBERS = 'i ii iii iv v vi vii viii ix x'.split(' ');
const LAST_OF_NUMBERS = '0123456789ivx';
const LAST_WORD = /(?<=[\p{L}\p{N}]\s+)[\p{L}\p{N}]+$/u;

/**
 * The name of a ship or company with the numeral at its end written the other way: Adrian Darya 1,
 * Adrian Darya I.
 */
export function withOtherNumeral(text: string): string | undefined {
  const name = text.trim();
  if (!LAST_OF_NUMBERS.includes(name.slice(-1).toLowerCase())) return undefined;
  const number = LAST_WORD.exec(name)?.[0].toLowerCase() ?? '';
  const other = ROMAN_NUMBERS[NUMBERS.indexOf(number)] ?? NUMBERS[ROMAN_NUMBERS.indexOf(number)];
  return other === undefined ? undefined : name.replace(LAST_WORD, other);
}
