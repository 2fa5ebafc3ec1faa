import { FUZZY_LETTERS, isOneOffIn, mayGainLetter } from '@assay/names';
import { type Buckets, type Gathered, gather, type Probes } from './buckets.ts';
import type { Postings } from './entry-marks.ts';
import type { QueryWord } from './mark-words.ts';

/**
 * All spellings of a subject that are searched one letter off, in one batch. This is SymSpell's
 * symmetric deletion: two words one edit apart share a string of their deletion neighbourhoods, so
 * instead of generating all edits both sides are looked up with one letter deleted. Every hit is
 * then verified (`isOneOffIn`).
 */
export interface NearSearch {
  spellings: { codes: readonly number[]; bit: number }[];
  /** Looked up in the deletions of listed words: the spellings, and their deletions. */
  shorter: Probes;
  /**
   * Looked up in the listed words themselves: the deletions of the spellings, and the words from
   * which a scanner makes them.
   */
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
    for (const { hash, codes, deletionHashes, scannedHashes } of isInitial ? [] : keys) {
      if (deletionHashes.length === 0) continue;
      near.spellings.push({ codes, bit });
      probe(near.shorter, hash);
      for (const printed of scannedHashes) probe(near.whole, printed);
      // A spelling of four letters can only be a listed word of five with a letter deleted.
      if (codes.length < FUZZY_LETTERS) continue;
      for (const shorter of deletionHashes) probe(near.shorter, shorter);
      // The spelling has one letter more than the listed word: deleting it gives the word itself.
      for (const shorter of deletionHashes) probe(near.whole, shorter);
    }
  return near;
}

interface WordTables {
  /** The letters of all words, concatenated, and where each word begins. */
  text: Uint8Array;
  textStarts: Uint32Array;
  textOf: (word: number) => string;
  postings: Postings;
  words: Buckets;
  /** The deletion neighbourhoods of listed words of five letters or more. */
  deletions: Buckets;
}

/**
 * Called for every listed word that is one letter off from a spelling with this bit; possibly more
 * than once.
 */
export type VisitNear = (word: number, bit: number) => void;

const gathered: Gathered = { ids: [], owners: [] };

export function openNearWords({ text, textStarts, textOf, words, deletions, postings }: WordTables) {
  /**
   * Prefetch: touches the letters and postings of all hits before comparing any, so that their
   * cache misses overlap. The sum itself is not used.
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
      if (mayGainLetter(textOf(word))) visit(word, bit);
    });
  };
}
