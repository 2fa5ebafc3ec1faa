import type { SubjectWords } from '../matching/word-relations.ts';
import type { SubjectReading } from '../names/search-terms.ts';
import { type ArabicKey, arabicKeys, type SpellingKey, spellingKeys } from './spelling-key.ts';

/** A word to look up, and the bit that stands for it in the masks of hits and readings. */
export interface QueryWord {
  keys: readonly SpellingKey[];
  arabic: readonly ArabicKey[];
  bit: number;
  /** A single letter, which may stand for a longer word. */
  isLetter: boolean;
  /** A single letter beside longer words: it tells entries apart, and finds none. */
  isInitial: boolean;
}

export interface QueryReading {
  /** One that stands twice is there twice. */
  words: readonly Pick<QueryWord, 'bit' | 'isLetter' | 'isInitial'>[];
  /** Of what kind an entry must be to be compared with it, where that matters. */
  kind: SubjectReading['kind'];
}

/**
 * Bits are few. Where they run out several words share one, and an entry that shares one of those words is
 * taken to share them all: bounded too high, never too low. So that this happens least, the words of short
 * readings, where one word is the most, have bits of their own; and a long reading shares with another of
 * as many words place by place, since those are most often two ways to read the same characters.
 */
const BITS = 30;
const OWN_BITS = 22;

/** The bit of entries that share a pair of neighbours written as one word; no word has it. */
export const BY_PAIR = 1 << BITS;
/** The bit of entries found by an identifier; no word has it. */
export const BY_IDENTIFIER = 1 << 31;

const isLetter = (spellings: readonly string[]) => spellings[0]?.length === 1;

export function markWords({ words: spelled, readings }: SubjectWords) {
  const words: QueryWord[] = [];
  /** By number; a letter that is an initial in one reading and all there is in another is two words. */
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
  const marked = shortestFirst.map(({ words: reading, kind }): QueryReading => {
    // Single letters find too much to be searched by, unless the name has nothing else.
    const hasLonger = !reading.every(isLetterHere);
    const twins = ofLength.get(reading.length)?.words;
    const own = {
      kind,
      words: reading.map((number, at) => wordOf(number, hasLonger, twins?.[at]?.bit)),
    };
    ofLength.set(reading.length, own);
    return own;
  });
  return { words, readings: marked };
}
