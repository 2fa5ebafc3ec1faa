import type { ListedEntry } from '../listed-entry.ts';
import type { ComparableEntry } from '../matching/screened-subject.ts';
import { deletionsOf, FUZZY_LETTERS, isOneOff, mayBeOneOff } from '../names/edit-distance.ts';
import { type Buckets, bucketOf } from './buckets.ts';
import type { IndexMeta } from './build-index.ts';
import { ByteReader } from './bytes.ts';
import { readDetails } from './detail-record.ts';
import { isPerson } from './entry-summary.ts';
import { openFile } from './index-file.ts';
import { readScoring } from './scoring-record.ts';

/** Where details are: a stored object read by range, or bytes at hand. */
export type ReadRange = (offset: number, length: number) => Promise<Uint8Array>;

export const rangeOfBuffer =
  (bytes: Uint8Array): ReadRange =>
  (offset, length) =>
    Promise.resolve(bytes.subarray(offset, offset + length));

/** One list version, ready to be asked. Entries and words are numbers; nothing is decoded until needed. */
export interface ListIndex {
  meta: IndexMeta;
  /** The word of exactly this spelling, or none. */
  findWord: (spelling: string) => number | undefined;
  /** The listed words that this spelling is one letter away from. */
  findOneOff: (spelling: string) => number[];
  eachEntryOf: (word: number, visit: (entry: number) => void) => void;
  flagsOf: (entry: number) => number;
  yearsOf: (entry: number) => { from: number; to: number };
  countrySetOf: (entry: number) => number;
  /** With those readings that have one of these words, or with all. */
  comparable: (entry: number, related?: ReadonlySet<number>) => ComparableEntry;
  readEntry: (entry: number) => Promise<ListedEntry>;
  findEntry: (id: string) => Promise<ListedEntry | undefined>;
}

export function openIndex(table: Buffer, readRange: ReadRange): ListIndex {
  const file = openFile(table);
  // The caller opens only files of its own term builder version.
  const meta = file.meta as IndexMeta;
  const words = openWords(file);
  const entries = openEntries(file, words.textOf);

  const details = file.numbers('detailStarts');
  const textOf = (id: number) => meta.texts[id] ?? '';
  const readEntry = async (entry: number) => {
    const start = details[entry] ?? 0;
    const bytes = await readRange(start, (details[entry + 1] ?? start) - start);
    return readDetails(Buffer.from(bytes).toString('utf8'), textOf);
  };

  const ids: Buckets = { starts: file.numbers('idStarts'), ids: file.numbers('idEntries') };
  const findEntry = async (id: string) => {
    for (const entry of bucketOf(ids, id)) {
      const found = await readEntry(entry);
      if (found.id === id) return found;
    }
    return undefined;
  };
  return { meta, ...words, ...entries, readEntry, findEntry };
}

type OpenFile = ReturnType<typeof openFile>;

function openWords(file: OpenFile) {
  const text = file.bytes('wordText');
  const textStarts = file.numbers('wordTextStarts');
  const words: Buckets = { starts: file.numbers('wordStarts'), ids: file.numbers('wordIds') };
  const deletions: Buckets = {
    starts: file.numbers('deletionStarts'),
    ids: file.numbers('deletionIds'),
  };
  const postings = file.bytes('postings');
  const postingStarts = file.numbers('postingStarts');
  // The words of candidates repeat from question to question: each is decoded once.
  const texts = new Array<string | undefined>(textStarts.length);
  const textOf = (word: number) => {
    const known = texts[word];
    if (known !== undefined) return known;
    const decoded = text.toString('utf8', textStarts[word] ?? 0, textStarts[word + 1] ?? 0);
    texts[word] = decoded;
    return decoded;
  };

  const findWord = (spelling: string) => {
    for (const word of bucketOf(words, spelling)) if (textOf(word) === spelling) return word;
    return undefined;
  };
  const findOneOff = (spelling: string) => {
    const found = new Set<number>();
    // One letter may have been dropped from a listed word that is just long enough.
    if (spelling.length < FUZZY_LETTERS - 1) return [];
    const keep = (word: number) => {
      const listed = textOf(word);
      if (isOneOff(spelling, listed) && mayBeOneOff(listed)) found.add(word);
    };
    const shorter = deletionsOf(spelling);
    for (const key of [spelling, ...shorter]) bucketOf(deletions, key).forEach(keep);
    // A letter added to a listed word: without it the word is there as it stands.
    for (const key of shorter) bucketOf(words, key).forEach(keep);
    return [...found];
  };
  const eachEntryOf = (word: number, visit: (entry: number) => void) => {
    const end = postingStarts[word + 1] ?? 0;
    const reader = new ByteReader(postings, postingStarts[word] ?? 0);
    let entry = 0;
    while (reader.at < end) {
      entry += reader.number();
      visit(entry);
    }
  };
  return { textOf, findWord, findOneOff, eachEntryOf };
}

function openEntries(file: OpenFile, textOf: (word: number) => string) {
  const flags = file.bytes('flags');
  const years = file.shorts('years');
  const countries = file.shorts('countries');
  const scoring = file.bytes('scoring');
  const scoringStarts = file.numbers('scoringStarts');
  const flagsOf = (entry: number) => flags[entry] ?? 0;
  return {
    flagsOf,
    yearsOf: (entry: number) => ({ from: years[entry * 2] ?? 0, to: years[entry * 2 + 1] ?? 0 }),
    countrySetOf: (entry: number) => countries[entry] ?? 0,
    comparable: (entry: number, related?: ReadonlySet<number>) =>
      readScoring(
        new ByteReader(scoring, scoringStarts[entry] ?? 0),
        isPerson(flagsOf(entry)) ? 'person' : 'entity',
        { wordOf: textOf, isRelated: (word) => related === undefined || related.has(word) },
      ),
  };
}
