import type { ByteReader } from './bytes.ts';
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

/** Goes through a reading by the numbers of its words, none of which is read; most share nothing. */
export function isSought(
  from: ByteReader,
  wordCount: number,
  { related, isWorth }: SoughtReadings,
  isInitial: (word: number) => boolean,
): boolean {
  const start = from.at;
  let [same, oneOff] = [0, 0];
  for (let left = wordCount; left > 0; ) {
    const number = from.number();
    const shared = related.get(number >>> 1);
    if (shared) {
      same |= shared.same;
      oneOff |= shared.oneOff;
    }
    if ((number & 1) === 0) left -= 1;
  }
  if ((same | oneOff) === 0) return false;
  from.at = start;
  return isWorth(withInitials(from, { same, oneOff, wordCount, initials: 0 }, related, isInitial));
}

/** Of each word the first spelling is how it is told, and shows whether it is an initial. */
function withInitials(
  from: ByteReader,
  reading: SharedReading,
  { initials }: RelatedWords,
  isInitial: (word: number) => boolean,
): SharedReading {
  let isFirstSpelling = true;
  for (let left = reading.wordCount; left > 0; ) {
    const number = from.number();
    if (isFirstSpelling && isInitial(number >>> 1)) {
      reading.initials += 1;
      reading.same |= initials.get(number >>> 1) ?? 0;
    }
    isFirstSpelling = (number & 1) === 0;
    if (isFirstSpelling) left -= 1;
  }
  return reading;
}
