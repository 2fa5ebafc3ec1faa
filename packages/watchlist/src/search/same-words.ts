import { type Buckets, type Gathered, gather, hashOf, type Probes } from './buckets.ts';
import type { Postings } from './entry-marks.ts';
import { BY_IDENTIFIER, BY_PAIR, type QueryWord } from './mark-words.ts';
import type { SpellingKey } from './spelling-key.ts';

/** All spellings and identifiers of a subject that are looked up exactly, in one batch. */
export interface SameSearch {
  spellings: { spelling: string; bit: number }[];
  probes: Probes;
}

interface Lookups {
  words: readonly QueryWord[];
  pairs: readonly SpellingKey[];
  identifierTerms: readonly string[];
}

export function sameSearch({ words, pairs, identifierTerms }: Lookups): SameSearch {
  const same: SameSearch = { spellings: [], probes: { hashes: [], owners: [] } };
  const addLookup = (spelling: string, hash: number, bit: number) => {
    same.probes.hashes.push(hash);
    same.probes.owners.push(same.spellings.length);
    same.spellings.push({ spelling, bit });
  };
  for (const { keys, bit, isInitial } of words)
    if (!isInitial) for (const { spelling, hash } of keys) addLookup(spelling, hash, bit);
  for (const { spelling, hash } of pairs) addLookup(spelling, hash, BY_PAIR);
  for (const term of identifierTerms) addLookup(term, hashOf(term), BY_IDENTIFIER);
  return same;
}

interface WordTables {
  textOf: (word: number) => string;
  words: Buckets;
  postings: Postings;
}

/** Called for every listed word that equals a spelling with this bit. */
export type VisitSame = (word: number, bit: number) => void;

const gathered: Gathered = { ids: [], owners: [] };

export function openSameWords({ textOf, words, postings }: WordTables) {
  /**
   * Prefetch: touches the postings of all candidates before comparing any, so that their cache
   * misses overlap. The sum itself is not used.
   */
  const fetchEntries = (count: number) => {
    let sum = 0;
    for (let at = 0; at < count; at += 1) sum += postings.bytes[postings.starts[gathered.ids[at] ?? 0] ?? 0] ?? 0;
    return sum;
  };
  return ({ spellings, probes }: SameSearch, visit: VisitSame): void => {
    const count = gather(words, probes, gathered);
    fetchEntries(count);
    for (let at = 0; at < count; at += 1) {
      const word = gathered.ids[at] ?? 0;
      const lookup = spellings[gathered.owners[at] ?? 0];
      if (lookup && textOf(word) === lookup.spelling) visit(word, lookup.bit);
    }
  };
}
