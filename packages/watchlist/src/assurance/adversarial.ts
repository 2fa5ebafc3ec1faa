import { changeOne } from './damage.ts';
import { type Below, pickOne } from './dice.ts';
import type { Change } from './written-name.ts';

/** Spellings that look like the name to a reader and are chosen so that a computer does not find it. */

const LONG = 5;
const isLong = (word: string) => word.length >= LONG && /^[a-z]+$/i.test(word);

/** Cyrillic and Greek letters in the shape of Latin ones. */
const ALIKE: Readonly<Record<string, string>> = {
  a: 'а',
  c: 'с',
  e: 'е',
  i: 'і',
  j: 'ј',
  o: 'ο',
  p: 'р',
  s: 'ѕ',
  x: 'х',
  y: 'у',
};

function replaceSome(word: string, others: Readonly<Record<string, string>>, below: Below): string {
  const letters = [...word.toLowerCase()];
  const places = letters.flatMap((letter, at) => (Object.hasOwn(others, letter) ? [at] : []));
  const chosen = pickOne(places, below);
  return letters.map((letter, at) => (at === chosen ? (others[letter] ?? letter) : letter)).join('');
}

const hasAny = (word: string, others: Readonly<Record<string, string>>) =>
  [...word.toLowerCase()].some((letter) => Object.hasOwn(others, letter));

export const lookalike: Change = (named, below) =>
  changeOne(named, below, {
    isFit: (word) => isLong(word) && hasAny(word, ALIKE),
    change: (word) => replaceSome(word, ALIKE, below),
  });

/** Soft hyphen, zero-width space, word joiner, byte order mark, marks of direction. */
const INVISIBLE = ['\u00ad', '\u200b', '\u2060', '\ufeff', '\u200e', '\u202e'];

export const invisible: Change = (named, below) =>
  changeOne(named, below, {
    isFit: isLong,
    change: (word) => {
      const at = 1 + below(word.length - 1);
      return word.slice(0, at) + pickOne(INVISIBLE, below) + word.slice(at);
    },
  });

/** All vowels but the first letter, as in a user name. */
export const withoutVowels: Change = (named, below) =>
  changeOne(named, below, {
    isFit: (word) => isLong(word) && (word.slice(1).match(/[aeiou]/gi) ?? []).length > 1,
    change: (word) => word.charAt(0) + word.slice(1).replace(/[aeiou]/gi, ''),
  });

const DIGITS: Readonly<Record<string, string>> = { o: '0', l: '1', i: '1', e: '3', a: '4', s: '5', b: '8' };

export const withDigit: Change = (named, below) =>
  changeOne(named, below, {
    isFit: (word) => isLong(word) && hasAny(word, DIGITS),
    change: (word) => replaceSome(word, DIGITS, below),
  });
