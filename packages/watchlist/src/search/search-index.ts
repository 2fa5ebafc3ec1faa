import { EntryMarks, ONE_OFF_WORDS, SAME_WORDS } from './entry-marks.ts';
import type { FoundPair, ListIndex } from './list-index.ts';
import { BY_IDENTIFIER, BY_PAIR } from './mark-words.ts';
import type { PreparedQuery } from './prepare-query.ts';
import type { SharedReading } from './reading-filter.ts';
import { boundsOn, CONTRADICTED, POINTS, type ReadingBound } from './score-bound.ts';
import { RelatedWords } from './shared-words.ts';

/**
 * The candidates of one search: entries that share a word or an identifier with the subject, in the
 * order in which they were found. The arrays are scratch buffers, overwritten by the next search of
 * this index. Do not keep them.
 */
export interface FoundEntries {
  entries: Uint32Array;
  /**
   * Upper bound of the score of each entry. Elements beyond `entries.length` are left over from
   * earlier searches.
   */
  bounds: Uint8Array;
  /** 1 where the kind, dates of birth or nationalities contradict the subject. */
  contradicted: Uint8Array;
  related: RelatedWords;
  /** Upper bounds of the scores by single readings of an entry. */
  boundsOfReadings: (entry: number) => ReadingBound;
  /**
   * Tighter bounds of an entry and of its readings, used to skip scoring. They do not change which
   * entries are candidates.
   */
  scoringBoundOf: (entry: number) => number;
  scoringBoundsOfReadings: (entry: number) => ReadingBound;
}

/**
 * Reused between searches: for a list of a million people, allocating it would cost megabytes per
 * search.
 */
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

/**
 * Collects the entries that share a word or an identifier with the subject, as an inverted index
 * with accumulators: the postings of each listed word that relates to a word of the subject are
 * walked, and the bit of the subject's word is set in the accumulator (`EntryMarks`) of each entry.
 * Returns the listed words that relate to the subject.
 */
function markEntries(index: ListIndex, query: PreparedQuery, marks: EntryMarks): RelatedWords {
  const related = new RelatedWords(query.firstLetters);
  const { postings } = index;
  const markSame = (word: number, bit: number) => {
    related.add(word, bit, 0);
    marks.addAll(postings, word, { kind: SAME_WORDS, bit });
  };
  const markOneOff = (word: number, bit: number) => {
    const known = related.get(word);
    // Already related to this word of the subject, by another spelling.
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
  for (const pair of query.arabicPairs) for (const word of index.findRead(pair)) markSame(word, BY_PAIR);
  index.eachOneOff(query.near, markOneOff);

  // Initials come last: they add to entries found by words and find none by themselves.
  for (const { keys, bit, isInitial } of query.words) {
    const word = isInitial ? index.findWord(keys[0]?.spelling ?? '') : undefined;
    if (word === undefined) continue;
    related.addInitial(word, bit);
    marks.addAll(postings, word, { kind: SAME_WORDS, bit, onlyMet: true });
  }
  return related;
}

/** A contiguous range of entries of an index, such as those of one list in the joint index. */
export interface Stretch {
  from: number;
  /** Exclusive. */
  to: number;
}

export const isWithin = ({ from, to }: Stretch, entry: number) => entry >= from && entry < to;

/**
 * The found entries within these ranges, in the same order; all of them if the ranges cover the
 * index.
 */
function metWithin({ met, count }: EntryMarks, stretches: readonly Stretch[], entryCount: number) {
  const all = met.subarray(0, count);
  const covered = stretches.reduce((sum, { from, to }) => sum + to - from, 0);
  if (stretches.length === 0 || covered === entryCount) return all;
  return all.filter((entry) => stretches.some((stretch) => isWithin(stretch, entry)));
}

/**
 * Searches the given ranges, or the whole index if there are none. Finds candidates and an upper
 * bound of the score of each; scoring itself follows in `search-pool.ts`.
 */
export function searchIndex(index: ListIndex, query: PreparedQuery, stretches: readonly Stretch[] = []): FoundEntries {
  const { marks, bounds, contradicted } = scratchFor(index);
  marks.clear();
  const related = markEntries(index, query, marks);
  const { ofEntry, ofReadings, scoringOfEntry, scoringOfReadings } = boundsOn(index, query);
  const entries = metWithin(marks, stretches, index.meta.entryCount);
  for (let at = 0; at < entries.length; at += 1) {
    const entry = entries[at] ?? 0;
    const bound = ofEntry(entry, marks);
    const isByIdentifier = (marks.sameOf(entry) & BY_IDENTIFIER) !== 0;
    bounds[at] = isByIdentifier ? CERTAIN : Math.min(CERTAIN, bound & POINTS);
    contradicted[at] = (bound & CONTRADICTED) !== 0 && !isByIdentifier ? 1 : 0;
  }
  return {
    entries,
    bounds,
    contradicted,
    related,
    boundsOfReadings: ofReadings,
    scoringBoundOf: (entry) => scoringOfEntry(entry, marks) & POINTS,
    scoringBoundsOfReadings: scoringOfReadings,
  };
}

/**
 * A tighter upper bound of an entry, from its single readings. More expensive than the bound from
 * its summary, since the scoring record has to be walked.
 */
export function tightenBound(index: ListIndex, found: FoundEntries, entry: number): number {
  const boundOf = found.boundsOfReadings(entry);
  let most = 0;
  const accepts = (reading: SharedReading) => {
    most = Math.max(most, boundOf(reading));
    return false;
  };
  index.comparable(entry, { related: found.related, accepts });
  return Math.min(CERTAIN - 1, most);
}
