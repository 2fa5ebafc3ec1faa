import type { SubjectReading } from '@assay/names';
import type { SubjectWords } from '../matching/word-relations.ts';
import { type ArabicKey, arabicKeys, type SpellingKey, spellingKeys } from './spelling-key.ts';

/**
 * A word of the subject to look up, and the bit that represents it in the masks of entries and
 * readings.
 */
export interface QueryWord {
  keys: readonly SpellingKey[];
  arabic: readonly ArabicKey[];
  bit: number;
  /** A single letter, which may abbreviate a longer word. */
  isLetter: boolean;
  /** A single letter beside longer words. It is compared, but entries are not found by it. */
  isInitial: boolean;
}

export interface QueryReading {
  /** In order; a repeated word is repeated here. */
  words: readonly Pick<QueryWord, 'bit' | 'isLetter' | 'isInitial'>[];
  /** Kind of entry that this reading is compared with; any kind if undefined. */
  kind: SubjectReading['kind'];
  /** The name has a company form beside these words. */
  hasForm: boolean;
}

/**
 * A mask has 30 bits for words. If a subject has more words, several share a bit, and an entry that
 * shares one of them is treated as sharing all: its bound may be too high, never too low. To make
 * that rare, the words of short readings, where one word matters most, get their own bits, and a
 * long reading shares bits word by word with another of the same length, which is most often
 * another reading of the same characters.
 */
const BITS = 30;
const OWN_BITS = 22;

/**
 * Bit of entries that share a pair of neighbouring words written as one word; never the bit of a
 * word.
 */
export const BY_PAIR = 1 << BITS;
/** Bit of entries found by an identifier; never the bit of a word. */
export const BY_IDENTIFIER = 1 << 31;

const isLetter = (spellings: readonly string[]) => spellings[0]?.length === 1;

export function markWords({ words: spelled, readings }: SubjectWords) {
  const words: QueryWord[] = [];
  /**
   * By word number. A letter that is an initial in one reading and the whole name in another counts
   * as two words.
   */
  const asWord: (QueryWord | undefined)[] = [];
  const asInitial: (QueryWord | undefined)[] = [];
  const ofLength = new Map<number, QueryReading>();
  const newBit = (twin: number | undefined) => {
    const next = words.length;
    if (next < OWN_BITS) return 1 << next;
    return twin ?? 1 << (OWN_BITS + (next % (BITS - OWN_BITS)));
  };
  const wordOf = (number: number, hasLonger: boolean, twin: number | undefined) => {
    const spellings = spelled[number] ?? [];
    const isInitial = hasLonger && isLetter(spellings);
    const marked = isInitial ? asInitial : asWord;
    const known = marked[number];
    if (known) return known;
    const fresh: QueryWord = {
      keys: spellingKeys(spellings),
      arabic: arabicKeys(spellings),
      bit: newBit(twin),
      isLetter: isLetter(spellings),
      isInitial,
    };
    marked[number] = fresh;
    words.push(fresh);
    return fresh;
  };
  const isLetterHere = (number: number) => isLetter(spelled[number] ?? []);
  const shortestFirst = readings.toSorted((a, b) => a.words.length - b.words.length);
  const marked = shortestFirst.map(({ words: reading, kind, hasForm }): QueryReading => {
    // Single letters are not searched by, since they occur in too many entries, unless the name
    // consists of nothing else.
    const hasLonger = !reading.every(isLetterHere);
    const twins = ofLength.get(reading.length)?.words;
    const own = {
      kind,
      hasForm,
      words: reading.map((number, at) => wordOf(number, hasLonger, twins?.[at]?.bit)),
    };
    ofLength.set(reading.length, own);
    return own;
  });
  return { words, readings: marked };
}
