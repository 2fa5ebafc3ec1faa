import { HEBREW_NAMES } from './hebrew-names.ts';
import { distinct, withVowels } from './spellings.ts';

type Readings = Readonly<Record<string, readonly string[]>>;

const LETTERS: Readings = {
  א: ['a', ''],
  ב: ['v', 'b'],
  ג: ['g'],
  ד: ['d'],
  ה: ['h'],
  ו: ['o', 'u', 'v'],
  ז: ['z'],
  ח: ['h', 'ch'],
  ט: ['t'],
  י: ['i', 'y'],
  כ: ['ch', 'k'],
  ך: ['ch', 'k'],
  ל: ['l'],
  מ: ['m'],
  ם: ['m'],
  נ: ['n'],
  ן: ['n'],
  ס: ['s'],
  ע: ['a', ''],
  פ: ['f', 'p'],
  ף: ['f'],
  צ: ['tz', 'ts'],
  ץ: ['tz', 'ts'],
  ק: ['k'],
  ר: ['r'],
  ש: ['sh', 's'],
  ת: ['t'],
};
/**
 * At the beginning of a word, letters with two sounds have the hard one, and unwritten vowels are
 * added.
 */
const FIRST: Readings = {
  א: ['a', 'e', 'i', 'o'],
  ע: ['a', 'e', 'o'],
  ב: ['b'],
  כ: ['k'],
  פ: ['p', 'f'],
  ו: ['v'],
  י: ['y'],
};
const LAST: Readings = { ה: ['a', 'ah', 'e'], י: ['i', 'y'] };

const SHORT_VOWELS = { first: ['a', 'e', 'i', ''], later: ['', 'e', 'a'] };

function readingsAt(letters: string, at: number): readonly string[] {
  const letter = letters.charAt(at);
  const isLast = at === letters.length - 1;
  const byPlace = at === 0 ? FIRST[letter] : isLast && LAST[letter];
  return byPlace || LETTERS[letter] || [''];
}

/** Hebrew mostly omits vowels: known names come from a table, other words from their consonants. */
export function hebrewSpellings(word: string): string[] {
  const letters = word.normalize('NFKD').replace(/[^א-ת]/gu, '');
  const known = HEBREW_NAMES[letters];
  if (known) return [...known];
  const parts = [...letters].map((_, at) => readingsAt(letters, at));
  return distinct(withVowels(parts, SHORT_VOWELS));
}
