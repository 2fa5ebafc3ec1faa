import { letterBit } from '@assay/names';

/**
 * Words of the query that a listed name or entry shares, as bit sets: the same word, or one letter
 * off.
 */
export interface SharedWords {
  same: number;
  oneOff: number;
}

/** 64 bytes: small enough for V8 to store them inside the typed array object. */
const SIEVE_NUMBERS = 16;
const placeOf = (word: number) => (word >>> 5) & (SIEVE_NUMBERS - 1);
const bitOf = (word: number) => 1 << (word & 31);

/** All other characters share one bit. */
const OTHER_LETTER = 1 << 26;

export const firstLetterBit = (word: string) => letterBit(word.charCodeAt(0)) || OTHER_LETTER;

/**
 * The words of one list that are the same as, or one letter off from, words of the subject, and
 * which. Looked up for every word of every candidate, nearly all of which are unrelated: a
 * Bloom-filter-like bit set over the low bits of the word number (`sieve`) rejects most of them
 * before the map.
 */
export class RelatedWords {
  /** First letters of the subject's words, which a listed initial may abbreviate. */
  private readonly firstLetters: number;
  private readonly sieve = new Int32Array(SIEVE_NUMBERS);
  private readonly words = new Map<number, SharedWords>();
  /** Bits of the subject's initials by listed word. They relate entries found by other words. */
  private initials: Map<number, number> | undefined;

  constructor(firstLetters = 0) {
    this.firstLetters = firstLetters;
  }

  get(word: number): Readonly<SharedWords> | undefined {
    const bits = this.sieve[placeOf(word)] ?? 0;
    return (bits & bitOf(word)) === 0 ? undefined : this.words.get(word);
  }

  add(word: number, same: number, oneOff: number): void {
    const known = this.get(word);
    if (known) {
      this.words.set(word, { same: known.same | same, oneOff: known.oneOff | oneOff });
      return;
    }
    this.words.set(word, { same, oneOff });
    this.sieve[placeOf(word)] = (this.sieve[placeOf(word)] ?? 0) | bitOf(word);
  }

  addInitial(word: number, bit: number): void {
    this.initials ??= new Map();
    this.initials.set(word, bit);
  }

  mayStandFor(initial: string): boolean {
    return (firstLetterBit(initial) & this.firstLetters) !== 0;
  }

  initialBit(word: number): number {
    return this.initials?.get(word) ?? 0;
  }
}
