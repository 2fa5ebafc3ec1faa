import { type ByteReader, CONTINUES, SEVEN_BITS } from './bytes.ts';
import type { RelatedWords, SharedWords } from './shared-words.ts';

/**
 * What is known of a listed reading before it is decoded: the words of the subject it shares, as
 * bits, and counts of its own words.
 */
export interface SharedReading extends SharedWords {
  wordCount: number;
  /**
   * Number of its words that may agree with a word of the subject, and how many of those are
   * initials.
   */
  matchable: number;
  initials: number;
}

/** Selects the readings to decode: those that share a word and are accepted. */
export interface ReadingFilter {
  related: RelatedWords;
  accepts: (reading: SharedReading) => boolean;
  /** Decode the words with all their spellings, not only with those that are related. */
  keepsSpellings?: boolean;
}

/** The word of a number. */
export type WordOf = (id: number) => string;

interface ListedWords {
  wordOf: WordOf;
  isInitial: (word: number) => boolean;
}

/**
 * Walks the word numbers of an encoded reading and decides whether to decode it; most readings
 * share nothing. Leaves the reader behind the reading. The varint loop is inlined, since it runs
 * thousands of times per search.
 */
export function passesFilter(
  from: ByteReader,
  wordCount: number,
  { related, accepts }: ReadingFilter,
  { wordOf, isInitial }: ListedWords,
): boolean {
  const { bytes } = from;
  let at = from.at;
  let same = 0;
  let oneOff = 0;
  let ofInitials = 0;
  let initials = 0;
  let matchable = 0;
  let isMatchable = false;
  let isFirstSpelling = true;
  for (let left = wordCount; left > 0; ) {
    let byte = bytes[at++] ?? 0;
    let number = byte & SEVEN_BITS;
    for (let shift = 7; byte >= CONTINUES; shift += 7) {
      byte = bytes[at++] ?? 0;
      number |= (byte & SEVEN_BITS) << shift;
    }
    const word = number >>> 1;
    const shared = related.get(word);
    if (shared) {
      same |= shared.same;
      oneOff |= shared.oneOff;
      isMatchable = true;
    }
    if (isFirstSpelling && isInitial(word)) {
      const bit = related.initialBit(word);
      if (bit !== 0 || related.mayStandFor(wordOf(word))) {
        ofInitials |= bit;
        initials += 1;
        isMatchable = true;
      }
    }
    isFirstSpelling = (number & 1) === 0;
    if (!isFirstSpelling) continue;
    left -= 1;
    if (isMatchable) matchable += 1;
    isMatchable = false;
  }
  from.at = at;
  if ((same | oneOff) === 0) return false;
  return accepts({ same: same | ofInitials, oneOff, wordCount, matchable, initials });
}
