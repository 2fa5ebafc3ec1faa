import type { SubjectWords } from '../matching/word-relations.ts';
import {
  ARABIC,
  arabicConsonants,
  type Consonants,
  isArabic,
  readByConsonants,
} from '../names/arabic-consonants.ts';
import { FUZZY_LETTERS, letterPlace } from '../names/edit-distance.ts';
import { isEquivalent } from '../names/equivalents/sign.ts';
import { isTogether, lettersOf, SHORTEST_TOGETHER, TOGETHER } from '../names/joined-words.ts';
import { codesOf, deletionHashesOf, hashOf } from './buckets.ts';

/** A spelling and the hashes it is looked up by: worked out once, however many lists are asked. */
export interface SpellingKey {
  spelling: string;
  hash: number;
  /** Of its letters; none where nothing can be one letter off. */
  codes: readonly number[];
  /** Of the spelling without each of its letters; none where nothing can be one letter off. */
  deletionHashes: readonly number[];
  /** Whether somebody else may write it as two words. */
  mayBeApart: boolean;
}

const NONE: readonly number[] = [];

const exactKey = (spelling: string): SpellingKey => ({
  spelling,
  hash: hashOf(spelling),
  codes: NONE,
  deletionHashes: NONE,
  mayBeApart: false,
});

function countOtherSigns(codes: readonly number[]): number {
  let count = 0;
  for (const code of codes) if (letterPlace(code) === undefined) count += 1;
  return count;
}

/**
 * Words found one letter off have five letters or more and nothing but letters: a spelling that is shorter
 * by two, or holds two other signs, is one letter off from none of them.
 */
function wordKey(spelling: string, { mayBeOff }: { mayBeOff: boolean }): SpellingKey {
  const codes = codesOf(spelling);
  const otherSigns = countOtherSigns(codes);
  const isOff = mayBeOff && codes.length >= FUZZY_LETTERS - 1 && otherSigns <= 1;
  return {
    spelling,
    hash: hashOf(spelling),
    codes: isOff ? codes : NONE,
    deletionHashes: isOff ? deletionHashesOf(codes) : NONE,
    mayBeApart: otherSigns === 0 && codes.length >= SHORTEST_TOGETHER,
  };
}

/** A word in Arabic script, and the consonants by which listed words in Latin letters may be it. */
export interface ArabicKey {
  readings: readonly Consonants[];
  hashes: readonly number[];
}

/** No word begins with the sign, so that consonants meet nothing but consonants. */
export const consonantHash = ({ consonants }: Consonants) => hashOf(`${ARABIC}${consonants}`);

function arabicKey(spelling: string): ArabicKey {
  const readings = arabicConsonants(spelling.slice(ARABIC.length));
  return { readings, hashes: [...new Set(readings.map(consonantHash))] };
}

export const arabicKeys = (word: readonly string[]): ArabicKey[] =>
  readByConsonants(word).map(arabicKey);

/** Each spelling, and the same letters as a list has them that wrote a particle apart; or the reverse. */
export function spellingKeys(spellings: readonly string[]): SpellingKey[] {
  const keys: SpellingKey[] = [];
  for (const spelling of spellings)
    if (isArabic(spelling) || isEquivalent(spelling)) keys.push(exactKey(spelling));
    else if (isTogether(spelling)) keys.push(wordKey(lettersOf(spelling), { mayBeOff: false }));
    else keys.push(wordKey(spelling, { mayBeOff: true }), exactKey(TOGETHER + spelling));
  return keys;
}

/** Words of the subject as one, each once; only a listed word of exactly these letters is the same. */
export const pairSpellings = ({ words, wordCount }: SubjectWords): string[] => [
  ...new Set(words.slice(wordCount).flat()),
];

export const arabicPairKeys = (spellings: readonly string[]): ArabicKey[] =>
  spellings.filter(isArabic).map(arabicKey);

/** As a list has it that writes one word, and as one that writes a particle before another (Bin Laden). */
export function pairKeys(spellings: readonly string[]): SpellingKey[] {
  const keys: SpellingKey[] = [];
  for (const spelling of spellings)
    if (isEquivalent(spelling)) keys.push(exactKey(spelling));
    else if (!isArabic(spelling)) keys.push(exactKey(spelling), exactKey(TOGETHER + spelling));
  return keys;
}
