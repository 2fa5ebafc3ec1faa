import { letterBit } from '../names/edit-distance.ts';

/** Words of the query that something listed shares, as bits: the same word, or one letter off. */
export interface SharedWords {
  same: number;
  oneOff: number;
}

/** So few bytes that they lie in the array itself. */
const SIEVE_NUMBERS = 16;
const placeOf = (word: number) => (word >>> 5) & (SIEVE_NUMBERS - 1);
const bitOf = (word: number) => 1 << (word & 31);

/** All that is no letter a–z is one. */
const OTHER_LETTER = 1 << 26;

export const firstLetterBit = (word: string) => letterBit(word.charCodeAt(0)) || OTHER_LETTER;

/**
 * The listed words of one list that agree with words of the subject or are one letter off, and with which.
 * Asked of every word of every candidate, nearly all of which are none of them: a bit by the end of its
 * number tells most of those.
 */
export class RelatedWords {
  /** The letters that words of the subject begin with, which is what a listed initial may stand for. */
  private readonly firstLetters: number;
  private readonly sieve = new Int32Array(SIEVE_NUMBERS);
  private readonly words = new Map<number, SharedWords>();
  /** Initials of the subject by the listed word of that letter: they relate entries found otherwise. */
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
