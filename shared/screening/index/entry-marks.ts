import { CONTINUES, SEVEN_BITS } from './bytes.ts';

/**
 * The entries of each word in ascending order: the steps between them as varints, and in the last bits of
 * each how short the shortest reading is that has the word there.
 */
export interface Postings {
  bytes: Uint8Array;
  starts: Uint32Array;
  /** None in lists that were built before: of theirs nothing is known. */
  lengthBits: number;
}

export const LENGTH_BITS = 2;
const MOST_WORDS = 1 << LENGTH_BITS;
const FEWEST_WORDS = 1;

/** From one word to as many as the bits can tell, which stands for more too. */
export const lengthClass = (words: number) => Math.min(words, MOST_WORDS) - FEWEST_WORDS;

/** Where the mask of the same words of an entry stands, and that of the words one letter off. */
export const SAME_WORDS = 0;
export const ONE_OFF_WORDS = 1;
type Kind = typeof SAME_WORDS | typeof ONE_OFF_WORDS;
const MASKS = 2;

interface Mark {
  kind: Kind;
  bit: number;
  onlyMet?: boolean;
}

/**
 * Which words of the subject each entry of a list shares, as bits. Kept between searches, since for a list
 * of a million people it would otherwise cost megabytes a question: whoever begins clears what was met before.
 */
export class EntryMarks {
  /** Entries in the order in which they were met. */
  readonly met: Uint32Array;
  count = 0;
  private readonly masks: Int32Array;
  private readonly fewest: Uint8Array;

  constructor(entryCount: number) {
    this.met = new Uint32Array(entryCount);
    this.masks = new Int32Array(entryCount * MASKS);
    this.fewest = new Uint8Array(entryCount);
  }

  sameOf(entry: number): number {
    return this.masks[entry * MASKS] ?? 0;
  }

  oneOffOf(entry: number): number {
    return this.masks[entry * MASKS + ONE_OFF_WORDS] ?? 0;
  }

  /** No reading of the entry that has one of these words is shorter. */
  fewestWordsOf(entry: number): number {
    return this.fewest[entry] ?? FEWEST_WORDS;
  }

  add(entry: number, kind: Kind, bit: number, fewest = FEWEST_WORDS): void {
    if (!this.isMet(entry)) {
      this.met[this.count++] = entry;
      this.fewest[entry] = fewest;
    } else if (fewest < (this.fewest[entry] ?? 0)) this.fewest[entry] = fewest;
    const at = entry * MASKS + kind;
    this.masks[at] = (this.masks[at] ?? 0) | bit;
  }

  /** Every entry that has the word; or of them only those met already, of which it says more. */
  addAll(postings: Postings, word: number, { kind, bit, onlyMet = false }: Mark): void {
    const { bytes, starts, lengthBits } = postings;
    const lengthMask = (1 << lengthBits) - 1;
    const end = starts[word + 1] ?? 0;
    let entry = 0;
    // Read where they lie: thousands of steps a question, most of them a byte.
    for (let at = starts[word] ?? 0; at < end; ) {
      let byte = bytes[at++] ?? 0;
      let number = byte & SEVEN_BITS;
      for (let shift = 7; byte >= CONTINUES; shift += 7) {
        byte = bytes[at++] ?? 0;
        number |= (byte & SEVEN_BITS) << shift;
      }
      entry += number >>> lengthBits;
      const fewest = (number & lengthMask) + FEWEST_WORDS;
      if (!onlyMet || this.isMet(entry)) this.add(entry, kind, bit, fewest);
    }
  }

  private isMet(entry: number): boolean {
    const at = entry * MASKS;
    return ((this.masks[at] ?? 0) | (this.masks[at + 1] ?? 0)) !== 0;
  }

  clear(): void {
    const { masks, met } = this;
    for (let at = 0; at < this.count; at += 1) {
      const entry = met[at] ?? 0;
      masks[entry * MASKS] = 0;
      masks[entry * MASKS + 1] = 0;
    }
    this.count = 0;
  }
}
