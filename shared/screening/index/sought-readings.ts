import { type ByteReader, CONTINUES, SEVEN_BITS } from './bytes.ts';
import type { RelatedWords, SharedWords } from './shared-words.ts';

/** A reading by the words of the subject it shares, as bits, and by how many others stand beside them. */
export interface SharedReading extends SharedWords {
  wordCount: number;
  initials: number;
}

/** The readings that are wanted: those that share a word and are worth it. */
export interface SoughtReadings {
  related: RelatedWords;
  isWorth: (reading: SharedReading) => boolean;
}

/**
 * Goes through a reading by the numbers of its words, none of which is read; most share nothing. Of each word
 * the first spelling is how it is told, and shows whether it is an initial. Numbers are read where they lie:
 * thousands of them a question.
 */
export function isSought(
  from: ByteReader,
  wordCount: number,
  { related, isWorth }: SoughtReadings,
  isInitial: (word: number) => boolean,
): boolean {
  const { bytes } = from;
  let at = from.at;
  let same = 0;
  let oneOff = 0;
  let ofInitials = 0;
  let initials = 0;
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
    }
    if (isFirstSpelling && isInitial(word)) {
      initials += 1;
      ofInitials |= related.initialBit(word);
    }
    isFirstSpelling = (number & 1) === 0;
    if (isFirstSpelling) left -= 1;
  }
  from.at = at;
  if ((same | oneOff) === 0) return false;
  return isWorth({ same: same | ofInitials, oneOff, wordCount, initials });
}
