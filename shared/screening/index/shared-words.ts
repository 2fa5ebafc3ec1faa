/** Words of the query that something listed shares, as bits: the same word, or one letter off. */
export interface SharedWords {
  same: number;
  oneOff: number;
}

/** The listed words of one list that agree with words of the subject or are one letter off, and with which. */
export interface RelatedWords {
  words: ReadonlyMap<number, Readonly<SharedWords>>;
  /** Initials of the subject by the listed word of that letter: they relate entries found otherwise. */
  initials: ReadonlyMap<number, number>;
}
