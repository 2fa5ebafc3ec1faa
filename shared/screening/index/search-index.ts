import type { FoundPair, ListIndex } from './list-index.ts';
import { BY_PAIR } from './mark-words.ts';
import type { Query } from './prepare-query.ts';
import { boundsOn, type ReadingBound } from './score-bound.ts';
import type { RelatedWords, SharedWords } from './shared-words.ts';

/** Entries of one list that share a word or an identifier with the subject, in the order they were met. */
export interface Found {
  entries: Uint32Array;
  /** The most each may score. */
  bounds: Uint8Array;
  /** 1 where kind, dates of birth or nationalities speak against the entry. */
  contradicted: Uint8Array;
  related: RelatedWords;
  /** The most each reading of an entry may score. */
  boundsOfReadings: (entry: number) => ReadingBound;
}

/** Kept between searches: a list of a million people would otherwise cost megabytes a question. */
interface Scratch {
  same: Uint32Array;
  oneOff: Uint32Array;
  /** Entries in the order in which they were met. */
  met: Uint32Array;
}

const scratches = new WeakMap<ListIndex, Scratch>();

function scratchFor(index: ListIndex): Scratch {
  const known = scratches.get(index);
  if (known) return known;
  const { entryCount } = index.meta;
  const fresh = () => new Uint32Array(entryCount);
  const scratch = { same: fresh(), oneOff: fresh(), met: fresh() };
  scratches.set(index, scratch);
  return scratch;
}

/** The bit of entries found by an identifier; no word has it. */
const BY_IDENTIFIER = 1 << 31;
export const CERTAIN = 127;

/** Marks every entry that shares a word or an identifier, and tells which and by which listed words. */
function markEntries(index: ListIndex, query: Query, { same, oneOff, met }: Scratch) {
  const words = new Map<number, SharedWords>();
  const initials = new Map<number, number>();
  let count = 0;
  const meet = (into: Uint32Array, entry: number, bit: number) => {
    if (same[entry] === 0 && oneOff[entry] === 0) met[count++] = entry;
    into[entry] = (into[entry] ?? 0) | bit;
  };
  const relate = (word: number, sameBit: number, oneOffBit: number) => {
    const known = words.get(word);
    if (known) {
      known.same |= sameBit;
      known.oneOff |= oneOffBit;
    } else words.set(word, { same: sameBit, oneOff: oneOffBit });
  };
  const mark = (into: Uint32Array, word: number, bit: number) => {
    relate(word, into === same ? bit : 0, into === same ? 0 : bit);
    index.eachEntryOf(word, (entry) => meet(into, entry, bit));
  };
  const markAll = ({ entries, words: halves }: FoundPair, bit: number) => {
    for (const word of halves) relate(word, bit, 0);
    for (const entry of entries) meet(same, entry, bit);
  };

  for (const { keys, arabic, bit, isInitial } of query.words) {
    if (isInitial) continue;
    for (const key of arabic) for (const word of index.findRead(key)) mark(same, word, bit);
    for (const key of keys) {
      const word = index.findWord(key.spelling, key.hash);
      if (word !== undefined) mark(same, word, bit);
      for (const near of index.findOneOff(key)) mark(oneOff, near, bit);
      markAll(index.findPair(key), BY_PAIR);
    }
  }
  for (const pair of query.pairs) {
    const word = index.findWord(pair.spelling, pair.hash);
    if (word !== undefined) mark(same, word, BY_PAIR);
  }
  for (const pair of query.arabicPairs)
    for (const word of index.findRead(pair)) mark(same, word, BY_PAIR);
  for (const term of query.identifierTerms) {
    const word = index.findWord(term);
    if (word !== undefined) mark(same, word, BY_IDENTIFIER);
  }

  // Initials are looked up last, in what the words have found.
  for (const { keys, bit, isInitial } of query.words) {
    const word = isInitial ? index.findWord(keys[0]?.spelling ?? '') : undefined;
    if (word === undefined) continue;
    initials.set(word, bit);
    index.eachEntryOf(word, (entry) => {
      if (same[entry] !== 0 || oneOff[entry] !== 0) same[entry] = (same[entry] ?? 0) | bit;
    });
  }
  return { entries: met.slice(0, count), related: { words, initials } };
}

export function searchIndex(index: ListIndex, query: Query): Found {
  const scratch = scratchFor(index);
  const { same, oneOff } = scratch;
  const { entries, related } = markEntries(index, query, scratch);
  const { ofEntry, ofReadings } = boundsOn(index, query);
  const bounds = new Uint8Array(entries.length);
  const contradicted = new Uint8Array(entries.length);
  for (let at = 0; at < entries.length; at += 1) {
    const entry = entries[at] ?? 0;
    const shared = same[entry] ?? 0;
    const bound = ofEntry(entry, shared, oneOff[entry] ?? 0);
    const isByIdentifier = (shared & BY_IDENTIFIER) !== 0 && !bound.isOtherKind;
    bounds[at] = isByIdentifier ? CERTAIN : Math.min(CERTAIN, bound.points);
    contradicted[at] = bound.isContradicted && !isByIdentifier ? 1 : 0;
    same[entry] = 0;
    oneOff[entry] = 0;
  }
  return { entries, bounds, contradicted, related, boundsOfReadings: ofReadings };
}
