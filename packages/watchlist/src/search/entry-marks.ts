import { CONTINUES, SEVEN_BITS } from './bytes.ts';

/**
 * Postings of the inverted index: for each word its entries in ascending order, delta-encoded as
 * varints. The low bits of each number say how short the shortest reading is that contains the
 * word.
 */
export interface Postings {
  bytes: Uint8Array;
  starts: Uint32Array;
  /** 0 for indexes built before reading lengths were stored. */
  lengthBits: number;
}

export const LENGTH_BITS = 2;
const MOST_WORDS = 1 << LENGTH_BITS;
const FEWEST_WORDS = 1;

/** 1 to 4 words, encoded as 0 to 3; the last also means more. */
export const lengthClass = (words: number) => Math.min(words, MOST_WORDS) - FEWEST_WORDS;

/** Positions of the two masks of an entry: words that are the same, and words one letter off. */
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
 * The accumulators of a search: for each entry of a list, which words of the subject it shares, as
 * bits. Reused between searches, since allocating them for a list of a million people would cost
 * megabytes each time; `clear` resets only the entries that were found.
 */
export class EntryMarks {
  /** Entries in the order in which they were found. */
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

  /** The length of the shortest reading that contains one of the shared words. */
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

  /** Marks every entry that contains the word; with `onlyMet` only those that were found before. */
  addAll(postings: Postings, word: number, { kind, bit, onlyMet = false }: Mark): void {
    const { bytes, starts, lengthBits } = postings;
    const lengthMask = (1 << lengthBits) - 1;
    const end = starts[word + 1] ?? 0;
    let entry = 0;
    // The varint loop is inlined: it runs thousands of times per search, and most numbers take one
    // byte.
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
