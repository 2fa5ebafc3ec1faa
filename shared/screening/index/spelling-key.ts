import { deletionsOf, FUZZY_LETTERS } from '../names/edit-distance.ts';
import { isTogether, lettersOf, ownTogether, pairsOf, TOGETHER } from '../names/joined-words.ts';
import { hashOf } from './buckets.ts';

/** A spelling and the hashes it is looked up by: worked out once, however many lists are asked. */
export interface SpellingKey {
  spelling: string;
  hash: number;
  /** Of the spelling without each of its letters; none where nothing can be one letter off. */
  deletionHashes: Uint32Array;
}

const NONE = new Uint32Array(0);
const OTHER_SIGNS = /[^a-z]/g;

/**
 * Words found one letter off have five letters or more and nothing but letters: a spelling that is shorter
 * by two, or holds two other signs, is one letter off from none of them.
 */
const mayBeNearWord = (spelling: string) =>
  spelling.length >= FUZZY_LETTERS - 1 && (spelling.match(OTHER_SIGNS)?.length ?? 0) <= 1;

const exactKey = (spelling: string): SpellingKey => ({
  ...{ spelling, hash: hashOf(spelling), deletionHashes: NONE },
});

const nearKey = (spelling: string): SpellingKey => ({
  ...exactKey(spelling),
  deletionHashes: mayBeNearWord(spelling) ? Uint32Array.from(deletionsOf(spelling), hashOf) : NONE,
});

/** A spelling, and the same letters as a list has them that wrote a particle apart; or the reverse. */
export const spellingKeys = (spelling: string): SpellingKey[] =>
  isTogether(spelling)
    ? [exactKey(lettersOf(spelling))]
    : [nearKey(spelling), exactKey(TOGETHER + spelling)];

/** Words of the subject as one; only a listed word of exactly these letters is the same. */
export const pairKeys = (reading: readonly (readonly string[])[]): SpellingKey[] =>
  pairsOf(reading).flatMap(([, first, second]) => ownTogether(first, second).map(exactKey));
