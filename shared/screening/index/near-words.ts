import { FUZZY_LETTERS, isOneOffIn, mayBeOneOff } from '../names/edit-distance.ts';
import { type Buckets, type Gathered, gather, type Probes } from './buckets.ts';
import type { Postings } from './entry-marks.ts';
import type { QueryWord } from './mark-words.ts';

/** All spellings of a subject that something listed may be one letter off from, to be looked up together. */
export interface NearSearch {
  spellings: { codes: readonly number[]; bit: number }[];
  /** Looked for among listed words without a letter: the spellings, and they without each of theirs. */
  shorter: Probes;
  /** Looked for among listed words as they are: the spellings without each of their letters. */
  whole: Probes;
}

export function nearSearch(words: readonly QueryWord[]): NearSearch {
  const near: NearSearch = {
    spellings: [],
    shorter: { hashes: [], owners: [] },
    whole: { hashes: [], owners: [] },
  };
  const probe = ({ hashes, owners }: Probes, hash: number) => {
    hashes.push(hash);
    owners.push(near.spellings.length - 1);
  };
  for (const { keys, bit, isInitial } of words)
    for (const { hash, codes, deletionHashes } of isInitial ? [] : keys) {
      if (deletionHashes.length === 0) continue;
      near.spellings.push({ codes, bit });
      probe(near.shorter, hash);
      // Listed words have five letters or more: a shorter spelling can only be one of them without a letter.
      if (codes.length < FUZZY_LETTERS) continue;
      for (const shorter of deletionHashes) probe(near.shorter, shorter);
      // A letter added to a listed word: without it the word is there as it stands.
      if (codes.length === FUZZY_LETTERS) continue;
      for (const shorter of deletionHashes) probe(near.whole, shorter);
    }
  return near;
}

interface WordTables {
  /** The letters of all words one after the other, and where each begins. */
  text: Uint8Array;
  textStarts: Uint32Array;
  textOf: (word: number) => string;
  postings: Postings;
  words: Buckets;
  /** Words of five letters or more without each of their letters. */
  deletions: Buckets;
}

/** Told of every listed word that is one letter off from a spelling with this bit; of some more than once. */
export type VisitNear = (word: number, bit: number) => void;

const gathered: Gathered = { ids: [], owners: [] };

export function openNearWords({
  text,
  textStarts,
  textOf,
  words,
  deletions,
  postings,
}: WordTables) {
  /**
   * The letters and entries of all words are asked for before any is compared, so that they come at once and not
   * one after the other. What they add up to says nothing.
   */
  const fetchWords = (count: number) => {
    let sum = 0;
    for (let at = 0; at < count; at += 1) {
      const word = gathered.ids[at] ?? 0;
      sum += text[textStarts[word] ?? 0] ?? 0;
      sum += postings.bytes[postings.starts[word] ?? 0] ?? 0;
    }
    return sum;
  };
  const visitGathered = (count: number, { spellings }: NearSearch, visit: VisitNear) => {
    for (let at = 0; at < count; at += 1) {
      const word = gathered.ids[at] ?? 0;
      const spelling = spellings[gathered.owners[at] ?? 0];
      const start = textStarts[word] ?? 0;
      const end = textStarts[word + 1] ?? 0;
      if (!spelling || !isOneOffIn(spelling.codes, { bytes: text, start, end })) continue;
      visit(word, spelling.bit);
    }
  };
  return (near: NearSearch, visit: VisitNear): void => {
    const count = gather(deletions, near.shorter, gathered);
    fetchWords(count);
    visitGathered(count, near, visit);
    visitGathered(gather(words, near.whole, gathered), near, (word, bit) => {
      if (mayBeOneOff(textOf(word))) visit(word, bit);
    });
  };
}
