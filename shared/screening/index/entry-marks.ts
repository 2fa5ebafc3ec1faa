import { CONTINUES, SEVEN_BITS } from './bytes.ts';

/** The entries of each word in ascending order: the steps between them as varints. */
export interface Postings {
  bytes: Uint8Array;
  starts: Uint32Array;
}

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
 * of a million people it would otherwise cost megabytes a question: whoever is done clears what was met.
 */
export class EntryMarks {
  /** Entries in the order in which they were met. */
  readonly met: Uint32Array;
  count = 0;
  private readonly masks: Int32Array;

  constructor(entryCount: number) {
    this.met = new Uint32Array(entryCount);
    this.masks = new Int32Array(entryCount * MASKS);
  }

  sameOf(entry: number): number {
    return this.masks[entry * MASKS] ?? 0;
  }

  oneOffOf(entry: number): number {
    return this.masks[entry * MASKS + ONE_OFF_WORDS] ?? 0;
  }

  add(entry: number, kind: Kind, bit: number): void {
    if (!this.isMet(entry)) this.met[this.count++] = entry;
    const at = entry * MASKS + kind;
    this.masks[at] = (this.masks[at] ?? 0) | bit;
  }

  /** Every entry that has the word; or of them only those met already, of which it says more. */
  addAll({ bytes, starts }: Postings, word: number, { kind, bit, onlyMet = false }: Mark): void {
    const end = starts[word + 1] ?? 0;
    let entry = 0;
    // Read where they lie: thousands of steps a question, most of them a byte.
    for (let at = starts[word] ?? 0; at < end; ) {
      let byte = bytes[at++] ?? 0;
      let step = byte & SEVEN_BITS;
      for (let shift = 7; byte >= CONTINUES; shift += 7) {
        byte = bytes[at++] ?? 0;
        step |= (byte & SEVEN_BITS) << shift;
      }
      entry += step;
      if (!onlyMet || this.isMet(entry)) this.add(entry, kind, bit);
    }
  }

  private isMet(entry: number): boolean {
    const at = entry * MASKS;
    return ((this.masks[at] ?? 0) | (this.masks[at + 1] ?? 0)) !== 0;
  }

  /** What was met stays to be looked at; the next search writes over it. */
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
