import {
  ARABIC,
  arabicConsonants,
  type Consonants,
  FUZZY_LETTERS,
  isArabic,
  isEquivalent,
  isJoined,
  JOINED,
  letterPlace,
  lettersOf,
  readByConsonants,
  SHORTEST_SYLLABLES,
  scannedAs,
} from '@assay/names';
import type { SubjectWords } from '../matching/word-relations.ts';
import { codesOf, deletionHashesOf, hashOf } from './buckets.ts';

/** A spelling and its lookup hashes, computed once per query for all lists. */
export interface SpellingKey {
  spelling: string;
  hash: number;
  /** Character codes of the letters; empty if the spelling is not searched one letter off. */
  codes: readonly number[];
  /**
   * Hashes of the deletion neighbourhood (the spelling without each of its letters); empty if it is
   * not searched one letter off.
   */
  deletionHashes: readonly number[];
  /** Hashes of the words from which a scanner makes this one. */
  scannedHashes: readonly number[];
  /** Whether a list may write it as two words. */
  mayBeApart: boolean;
}

const NONE: readonly number[] = [];

const exactKey = (spelling: string): SpellingKey => ({
  spelling,
  hash: hashOf(spelling),
  codes: NONE,
  deletionHashes: NONE,
  scannedHashes: NONE,
  mayBeApart: false,
});

function countOtherSigns(codes: readonly number[]): number {
  let count = 0;
  for (const code of codes) if (letterPlace(code) === undefined) count += 1;
  return count;
}

/**
 * Of two words one letter off the longer has at least five letters, and the listed one only letters
 * a–z. A spelling of three letters, or with two other characters, cannot be one letter off from any
 * of them.
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
    scannedHashes: isOff ? scannedAs(spelling).map(hashOf) : NONE,
    mayBeApart: otherSigns === 0 && codes.length >= SHORTEST_SYLLABLES,
  };
}

/** A word in Arabic script with the consonant skeletons by which Latin words are found. */
export interface ArabicKey {
  readings: readonly Consonants[];
  hashes: readonly number[];
}

/** No word begins with the sign, so consonant keys never collide with words. */
export const consonantHash = ({ consonants }: Consonants) => hashOf(`${ARABIC}${consonants}`);

function arabicKey(spelling: string): ArabicKey {
  const readings = arabicConsonants(spelling.slice(ARABIC.length));
  return { readings, hashes: [...new Set(readings.map(consonantHash))] };
}

export const arabicKeys = (word: readonly string[]): ArabicKey[] => readByConsonants(word).map(arabicKey);

/**
 * Keys of each spelling, and of the same letters joined with a particle, as a list may write them.
 */
export function spellingKeys(spellings: readonly string[]): SpellingKey[] {
  const keys: SpellingKey[] = [];
  for (const spelling of spellings)
    if (isArabic(spelling) || isEquivalent(spelling)) keys.push(exactKey(spelling));
    else if (isJoined(spelling)) keys.push(wordKey(lettersOf(spelling), { mayBeOff: false }));
    else keys.push(wordKey(spelling, { mayBeOff: true }), exactKey(JOINED + spelling));
  return keys;
}

/**
 * Distinct spellings of two neighbouring words of the subject joined into one. They match exactly,
 * never one letter off.
 */
export const pairSpellings = ({ words, wordCount }: SubjectWords): string[] => [
  ...new Set(words.slice(wordCount).flat()),
];

export const arabicPairKeys = (spellings: readonly string[]): ArabicKey[] => spellings.filter(isArabic).map(arabicKey);

/**
 * Keys of joined pairs: as one listed word, and as a listed word joined with its particle (Bin
 * Laden).
 */
export function pairKeys(spellings: readonly string[]): SpellingKey[] {
  const keys: SpellingKey[] = [];
  for (const spelling of spellings)
    if (isEquivalent(spelling)) keys.push(exactKey(spelling));
    else if (!isArabic(spelling)) keys.push(exactKey(spelling), exactKey(JOINED + spelling));
  return keys;
}
