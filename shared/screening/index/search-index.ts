import { EntryMarks, ONE_OFF_WORDS, SAME_WORDS } from './entry-marks.ts';
import type { FoundPair, ListIndex } from './list-index.ts';
import { BY_IDENTIFIER, BY_PAIR } from './mark-words.ts';
import type { Query } from './prepare-query.ts';
import { boundsOn, CONTRADICTED, POINTS, type ReadingBound } from './score-bound.ts';
import { RelatedWords } from './shared-words.ts';
import type { SharedReading } from './sought-readings.ts';

/**
 * Entries of one list that share a word or an identifier with the subject, in the order they were met. Told
 * where the next search of the same list will write: it is for whoever scores at once.
 */
export interface Found {
  entries: Uint32Array;
  /** The most each may score; what stands behind the last of them is left from earlier. */
  bounds: Uint8Array;
  /** 1 where kind, dates of birth or nationalities speak against the entry. */
  contradicted: Uint8Array;
  related: RelatedWords;
  /** The most each reading of an entry may score. */
  boundsOfReadings: (entry: number) => ReadingBound;
  /** Closer bounds of an entry found by its name, and of its readings. They change no pool. */
  closeBoundOf: (entry: number) => number;
  closeBoundsOfReadings: (entry: number) => ReadingBound;
}

/** Kept between searches: a list of a million people would otherwise cost megabytes a question. */
interface Scratch {
  marks: EntryMarks;
  bounds: Uint8Array;
  contradicted: Uint8Array;
}

const scratches = new WeakMap<ListIndex, Scratch>();

function scratchFor(index: ListIndex): Scratch {
  const known = scratches.get(index);
  if (known) return known;
  const { entryCount } = index.meta;
  const fresh = () => new Uint8Array(entryCount);
  const scratch = { marks: new EntryMarks(entryCount), bounds: fresh(), contradicted: fresh() };
  scratches.set(index, scratch);
  return scratch;
}

export const CERTAIN = 127;

/** Marks every entry that shares a word or an identifier, and tells by which listed words. */
function markEntries(index: ListIndex, query: Query, marks: EntryMarks): RelatedWords {
  const related = new RelatedWords(query.firstLetters);
  const { postings } = index;
  const markSame = (word: number, bit: number) => {
    related.add(word, bit, 0);
    marks.addAll(postings, word, { kind: SAME_WORDS, bit });
  };
  const markOneOff = (word: number, bit: number) => {
    const known = related.get(word);
    // What is the same word by another spelling says nothing more by this one.
    if (known && ((known.same | known.oneOff) & bit) !== 0) return;
    related.add(word, 0, bit);
    marks.addAll(postings, word, { kind: ONE_OFF_WORDS, bit });
  };
  const markPair = ({ entries, words: halves }: FoundPair) => {
    for (const word of halves) related.add(word, BY_PAIR, 0);
    for (const entry of entries) marks.add(entry, SAME_WORDS, BY_PAIR);
  };

  index.eachSame(query.same, markSame);
  for (const { keys, arabic, bit, isInitial } of query.words) {
    if (isInitial) continue;
    for (const key of arabic) for (const word of index.findRead(key)) markSame(word, bit);
    for (const key of keys) markPair(index.findPair(key));
  }
  for (const pair of query.arabicPairs)
    for (const word of index.findRead(pair)) markSame(word, BY_PAIR);
  index.eachOneOff(query.near, markOneOff);

  // Initials are looked up last, in what the words have found.
  for (const { keys, bit, isInitial } of query.words) {
    const word = isInitial ? index.findWord(keys[0]?.spelling ?? '') : undefined;
    if (word === undefined) continue;
    related.addInitial(word, bit);
    marks.addAll(postings, word, { kind: SAME_WORDS, bit, onlyMet: true });
  }
  return related;
}

/** Entries that stand one after the other. */
export interface Stretch {
  from: number;
  /** The first that is none of them. */
  to: number;
}

export const isWithin = ({ from, to }: Stretch, entry: number) => entry >= from && entry < to;

/** Of the entries that were met those of these stretches, in the same order; all where they are the whole list. */
function metWithin({ met, count }: EntryMarks, stretches: readonly Stretch[], entryCount: number) {
  const all = met.subarray(0, count);
  const covered = stretches.reduce((sum, { from, to }) => sum + to - from, 0);
  if (stretches.length === 0 || covered === entryCount) return all;
  return all.filter((entry) => stretches.some((stretch) => isWithin(stretch, entry)));
}

/** In the whole of an index, or in the stretches that are named. */
export function searchIndex(
  index: ListIndex,
  query: Query,
  stretches: readonly Stretch[] = [],
): Found {
  const { marks, bounds, contradicted } = scratchFor(index);
  marks.clear();
  const related = markEntries(index, query, marks);
  const { ofEntry, ofReadings, closeOfEntry, closeOfReadings } = boundsOn(index, query);
  const entries = metWithin(marks, stretches, index.meta.entryCount);
  for (let at = 0; at < entries.length; at += 1) {
    const entry = entries[at] ?? 0;
    const bound = ofEntry(entry, marks);
    const isByIdentifier = (marks.sameOf(entry) & BY_IDENTIFIER) !== 0;
    bounds[at] = isByIdentifier ? CERTAIN : Math.min(CERTAIN, bound & POINTS);
    contradicted[at] = (bound & CONTRADICTED) !== 0 && !isByIdentifier ? 1 : 0;
  }
  return {
    ...{ entries, bounds, contradicted, related, boundsOfReadings: ofReadings },
    closeBoundOf: (entry) => closeOfEntry(entry, marks) & POINTS,
    closeBoundsOfReadings: closeOfReadings,
  };
}

/** What an entry may score by its readings: closer than its bound, and not to be had without going through it. */
export function closerBound(index: ListIndex, found: Found, entry: number): number {
  const boundOf = found.boundsOfReadings(entry);
  let most = 0;
  const isWorth = (reading: SharedReading) => {
    most = Math.max(most, boundOf(reading));
    return false;
  };
  index.comparable(entry, { related: found.related, isWorth });
  return Math.min(CERTAIN - 1, most);
}
