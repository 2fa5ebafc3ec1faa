/** Words of the query that something listed shares, as bits: the same word, or one letter off. */
export interface SharedWords {
  same: number;
  oneOff: number;
}

const WORD_BITS = 32;
/** So few bytes that they lie in the array itself. */
const SIEVE_WORDS = 16;

/**
 * The listed words of one list that agree with words of the subject or are one letter off, and with which.
 * Asked of every word of every candidate, nearly all of which are none of them: a bit by the end of its
 * number tells most of those.
 */
export class RelatedWords {
  /** Initials of the subject by the listed word of that letter: they relate entries found otherwise. */
  readonly initials = new Map<number, number>();
  private readonly words = new Map<number, SharedWords>();
  private readonly sieve = new Int32Array(SIEVE_WORDS);

  get(word: number): Readonly<SharedWords> | undefined {
    const bits = this.sieve[(word >>> 5) & (SIEVE_WORDS - 1)] ?? 0;
    return (bits & (1 << (word & (WORD_BITS - 1)))) === 0 ? undefined : this.words.get(word);
  }

  add(word: number, same: number, oneOff: number): void {
    const known = this.words.get(word);
    if (known) {
      known.same |= same;
      known.oneOff |= oneOff;
      return;
    }
    this.words.set(word, { same, oneOff });
    const at = (word >>> 5) & (SIEVE_WORDS - 1);
    this.sieve[at] = (this.sieve[at] ?? 0) | (1 << (word & (WORD_BITS - 1)));
  }
}
