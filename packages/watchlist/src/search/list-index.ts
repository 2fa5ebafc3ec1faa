import {
  type ComparableReading,
  type Consonants,
  JOINED,
  latinConsonants,
  lettersOf,
  listedHalves,
  pairsOf,
  vowelsFit,
  wholeNames,
} from '@assay/names';
import type { ListedEntry } from '../listed-entry.ts';
import type { ComparableEntry } from '../matching/screened-subject.ts';
import { type Buckets, bucketOf, hashOf, mayHold, openBuckets, visitBucket } from './buckets.ts';
import { ByteReader } from './bytes.ts';
import type { Postings } from './entry-marks.ts';
import { isPerson } from './entry-summary.ts';
import { openFile } from './index-file.ts';
import { IndexMeta } from './index-meta.ts';
import { type NearSearch, openNearWords, type VisitNear } from './near-words.ts';
import { openDetails } from './open-details.ts';
import type { ReadRange } from './read-range.ts';
import type { ReadingFilter } from './reading-filter.ts';
import { openSameWords, type SameSearch, type VisitSame } from './same-words.ts';
import { readScoring } from './scoring-record.ts';
import { RelatedWords } from './shared-words.ts';
import type { ArabicKey, SpellingKey } from './spelling-key.ts';

/**
 * One list version, ready to search. Entries and words are numbers; nothing is decoded until
 * needed.
 */
export interface ListIndex {
  meta: IndexMeta;
  /** The word with exactly this spelling. */
  findWord: (spelling: string, hash?: number) => number | undefined;
  /** Visits the listed words that equal any of these spellings and identifiers. */
  eachSame: (same: SameSearch, visit: VisitSame) => void;
  /** Visits the listed words that are one letter off from any of these spellings. */
  eachOneOff: (near: NearSearch, visit: VisitNear) => void;
  /** The listed Latin words that match this word in Arabic script by consonants. */
  findRead: (key: ArabicKey) => number[];
  /** The entries that write this spelling as two words, in ascending order, and those words. */
  findPair: (key: SpellingKey) => FoundPair;
  postings: Postings;
  flagsOf: (entry: number) => number;
  yearsOf: (entry: number) => { from: number; to: number };
  /** Bit set of the classes of day and month of its dates of birth; all bits if unknown. */
  birthDaysOf: (entry: number) => number;
  countrySetOf: (entry: number) => number;
  /** The entry to score, with the readings that pass the filter, or with all of them. */
  comparable: (entry: number, filter?: ReadingFilter) => ComparableEntry;
  /** Synchronous if the details are in memory. */
  readEntry: (entry: number) => Promise<ListedEntry> | ListedEntry;
  everyEntry: () => AsyncGenerator<ListedEntry>;
  findEntry: (id: string) => Promise<ListedEntry | undefined>;
}

export interface FoundPair {
  entries: readonly number[];
  words: readonly number[];
}

export function openIndex(table: Buffer, readRange: ReadRange): ListIndex {
  // Written by `IndexBuilder`, possibly an earlier version, whose missing parts are treated as
  // empty.
  const file = openIndexFile(table);
  const { meta } = file;
  const words = openWords(file);
  const entries = openEntries(file, words);

  const textOf = (id: number) => meta.texts[id] ?? '';
  const details = openDetails(file.numbers('detailStarts'), readRange, textOf);
  const ids = bucketsIn(file, 'idStarts', 'idEntries');
  const findEntry = async (id: string) => {
    for (const entry of bucketOf(ids, hashOf(id))) {
      const found = await details.readEntry(entry);
      if (found.id === id) return found;
    }
    return undefined;
  };
  const findPair = openPairs(file, entries.comparable, words.findWord);
  return { meta, ...words, ...entries, ...details, findPair, findEntry };
}

type Words = ReturnType<typeof openWords>;
type OpenFile = ReturnType<typeof openIndexFile>;

/** Rejects a file with another header, before missing values could become zeros. */
function openIndexFile(table: Buffer) {
  const file = openFile(table);
  return { ...file, meta: IndexMeta.parse(file.meta) };
}

const bucketsIn = (file: OpenFile, starts: string, ids: string): Buckets =>
  openBuckets(file.numbers(starts), file.numbers(ids), file.meta.checkBits ?? 0);

/** Most bytes of one UTF-16 code unit in UTF-8. */
const LETTER_BYTES = 3;

/** Memoises a function of the numbers below `count`. */
function ofEach<T extends object | string>(count: number, make: (number: number) => T) {
  const made = new Array<T | undefined>(count);
  return (number: number): T => {
    const known = made[number];
    if (known !== undefined) return known;
    const fresh = make(number);
    made[number] = fresh;
    return fresh;
  };
}

function openWords(file: OpenFile) {
  const text = file.bytes('wordText');
  const textStarts = file.numbers('wordTextStarts');
  const words = bucketsIn(file, 'wordStarts', 'wordIds');
  const deletions = bucketsIn(file, 'deletionStarts', 'deletionIds');
  const consonants = bucketsIn(file, 'consonantStarts', 'consonantIds');
  const postings = {
    bytes: file.bytes('postings'),
    starts: file.numbers('postingStarts'),
    lengthBits: file.meta.lengthBits ?? 0,
  };
  // The words of candidates repeat between searches: each is decoded once.
  const textOf = ofEach(textStarts.length, (word) =>
    text.toString('utf8', textStarts[word] ?? 0, textStarts[word + 1] ?? 0),
  );

  const findWord = (spelling: string, hash = hashOf(spelling)) => {
    let found: number | undefined;
    visitBucket(words, hash, (word) => {
      if (textOf(word) === spelling) found = word;
    });
    return found;
  };
  const eachOneOff = openNearWords({ text, textStarts, textOf, words, deletions, postings });
  const eachSame = openSameWords({ textOf, words, postings });
  const consonantsOf = ofEach(textStarts.length, (word) => latinConsonants(textOf(word)));
  const findRead = ({ readings, hashes }: ArabicKey) => {
    const found = new Set<number>();
    const keep = (word: number) => {
      const latin = consonantsOf(word);
      const isSame = (read: Consonants) => read.consonants === latin.consonants && vowelsFit(read, latin);
      if (readings.some(isSame)) found.add(word);
    };
    for (const hash of hashes) visitBucket(consonants, hash, keep);
    return [...found];
  };
  const isInitial = openInitials(textStarts, textOf);
  return { textOf, findWord, eachSame, eachOneOff, findRead, postings, isInitial };
}

/**
 * A bit set of the words that are single letters: read for every word of every candidate, which
 * would otherwise have to be decoded.
 */
function openInitials(textStarts: Uint32Array, textOf: (word: number) => string) {
  const bits = new Uint8Array(Math.ceil(textStarts.length / 8));
  for (let word = 0; word < textStarts.length - 1; word += 1) {
    const length = (textStarts[word + 1] ?? 0) - (textStarts[word] ?? 0);
    if (length <= LETTER_BYTES && textOf(word).length === 1)
      bits[word >>> 3] = (bits[word >>> 3] ?? 0) | (1 << (word & 7));
  }
  return (word: number) => ((bits[word >>> 3] ?? 0) & (1 << (word & 7))) !== 0;
}

const NO_PAIR: FoundPair = { entries: [], words: [] };

function openPairs(
  file: OpenFile,
  comparable: (entry: number, filter: ReadingFilter) => ComparableEntry,
  findWord: (spelling: string) => number | undefined,
) {
  const pairs = bucketsIn(file, 'pairStarts', 'pairEntries');
  return ({ spelling, hash, mayBeApart }: SpellingKey): FoundPair => {
    if (!mayBeApart || !mayHold(pairs, hash)) return NO_PAIR;
    const likely = bucketOf(pairs, hash);
    if (likely.length === 0) return NO_PAIR;
    const filter: ReadingFilter = {
      related: wordsAtEnds(spelling, findWord),
      accepts: ({ same }) => same === (AT_START | AT_END),
      keepsSpellings: true,
    };
    const parts = new Set<string>();
    const entries = likely.filter((entry) => addParts(comparable(entry, filter), spelling, parts));
    return { entries: entries.sort((a, b) => a - b), words: [...parts].flatMap((part) => findWord(part) ?? []) };
  };
}

const AT_START = 1;
const AT_END = 2;

/**
 * The listed words with which these letters begin, and those with which they end. A name that is
 * written so has one of each, and hardly any other name of its entry does.
 */
function wordsAtEnds(letters: string, findWord: (spelling: string) => number | undefined): RelatedWords {
  const words = new RelatedWords();
  const add = (part: string, bit: number) => {
    for (const spelling of [part, JOINED + part]) {
      const word = findWord(spelling);
      if (word !== undefined) words.add(word, bit, 0);
    }
  };
  for (let at = 1; at < letters.length; at += 1) {
    add(letters.slice(0, at), AT_START);
    add(letters.slice(at), AT_END);
  }
  return words;
}

/** Adds the spellings in which an entry has the parts of these letters; false if it has none. */
function addParts({ names }: ComparableEntry, letters: string, parts: Set<string>): boolean {
  let isFound = false;
  const add = (...spellings: string[]) => {
    for (const spelling of spellings) parts.add(spelling);
    isFound = true;
  };
  for (const { readings } of names)
    for (const reading of readings) {
      for (const pair of pairsOf(reading))
        if (letters.startsWith(pair.first[0] ?? ''))
          for (const [start, end] of listedHalves(pair)) if (start + end === letters) add(start, end, JOINED + end);
      if (isLengthOf(reading, letters) && wholeNames(reading).includes(letters)) add(...reading.flat());
    }
  return isFound;
}

/** A cheap check before all orders of a name are joined. */
function isLengthOf(reading: ComparableReading, letters: string): boolean {
  let fewest = 0;
  let most = 0;
  for (const word of reading) {
    fewest += word[0]?.length ?? 0;
    most += Math.max(...word.map((spelling) => lettersOf(spelling).length));
  }
  return fewest <= letters.length && letters.length <= most;
}

/** For indexes built before the classes were stored: any day may match. */
const ANY_DAY = 0xffff;

function openEntries(file: OpenFile, { textOf, isInitial }: Pick<Words, 'textOf' | 'isInitial'>) {
  const flags = file.bytes('flags');
  const years = file.shorts('years');
  const birthDays = file.shorts('birthDays');
  const countries = file.shorts('countries');
  const scoring = file.bytes('scoring');
  const scoringStarts = file.numbers('scoringStarts');
  const flagsOf = (entry: number) => flags[entry] ?? 0;
  return {
    flagsOf,
    yearsOf: (entry: number) => ({ from: years[entry * 2] ?? 0, to: years[entry * 2 + 1] ?? 0 }),
    birthDaysOf: (entry: number) => birthDays[entry] ?? ANY_DAY,
    countrySetOf: (entry: number) => countries[entry] ?? 0,
    comparable: (entry: number, filter?: ReadingFilter) =>
      readScoring(new ByteReader(scoring, scoringStarts[entry] ?? 0), isPerson(flagsOf(entry)) ? 'person' : 'entity', {
        wordOf: textOf,
        isInitial,
        filter,
      }),
  };
}
