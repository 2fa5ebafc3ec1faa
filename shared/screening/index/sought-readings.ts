import { type ByteReader, CONTINUES, SEVEN_BITS } from './bytes.ts';
import type { WordOf } from './scoring-record.ts';
import type { RelatedWords, SharedWords } from './shared-words.ts';

/** A reading by the words of the subject it shares, as bits, and by what stands beside them. */
export interface SharedReading extends SharedWords {
  wordCount: number;
  /** Of its words those that may agree with one of the subject, each once; and of these the initials. */
  matchable: number;
  initials: number;
}

/** The readings that are wanted: those that share a word and are worth it. */
export interface SoughtReadings {
  related: RelatedWords;
  isWorth: (reading: SharedReading) => boolean;
}

interface ListedWords {
  wordOf: WordOf;
  isInitial: (word: number) => boolean;
}

/**
 * Goes through a reading by the numbers of its words, hardly any of which is read; most share nothing. Of
 * each word the first spelling is how it is told, and shows whether it is an initial. Numbers are read where
 * they lie: thousands of them a question.
 */
export function isSought(
  from: ByteReader,
  wordCount: number,
  { related, isWorth }: SoughtReadings,
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
  return isWorth({ same: same | ofInitials, oneOff, wordCount, matchable, initials });
}
