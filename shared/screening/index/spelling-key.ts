import type { SubjectWords } from '../matching/word-relations.ts';
import {
  ARABIC,
  arabicConsonants,
  type Consonants,
  isArabic,
  readByConsonants,
} from '../names/arabic-consonants.ts';
import { FUZZY_LETTERS, letterPlace } from '../names/edit-distance.ts';
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
  const key = exactKey(spelling);
  key.mayBeApart = otherSigns === 0 && codes.length >= SHORTEST_TOGETHER;
  if (!mayBeOff || codes.length < FUZZY_LETTERS - 1 || otherSigns > 1) return key;
  key.codes = codes;
  key.deletionHashes = deletionHashesOf(codes);
  return key;
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

/** A spelling, and the same letters as a list has them that wrote a particle apart; or the reverse. */
export function spellingKeys(spelling: string): SpellingKey[] {
  if (isArabic(spelling)) return [exactKey(spelling)];
  if (isTogether(spelling)) return [wordKey(lettersOf(spelling), { mayBeOff: false })];
  return [wordKey(spelling, { mayBeOff: true }), exactKey(TOGETHER + spelling)];
}

/** Words of the subject as one, each once; only a listed word of exactly these letters is the same. */
export const pairSpellings = ({ words, readings }: SubjectWords): string[] => [
  ...new Set(readings.flatMap(({ pairs }) => pairs.flatMap(({ word }) => words[word] ?? []))),
];

export const arabicPairKeys = (spellings: readonly string[]): ArabicKey[] =>
  spellings.filter(isArabic).map(arabicKey);

/** As a list has it that writes one word, and as one that writes a particle before another (Bin Laden). */
export const pairKeys = (spellings: readonly string[]): SpellingKey[] =>
  spellings
    .filter((spelling) => !isArabic(spelling))
    .flatMap((spelling) => [exactKey(spelling), exactKey(TOGETHER + spelling)]);
