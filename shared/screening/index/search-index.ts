import type { ListIndex } from './list-index.ts';
import type { Query } from './prepare-query.ts';
import { boundsOn } from './score-bound.ts';

/** Entries of one list that share a word or an identifier with the subject, in the order of the list. */
export interface Found {
  entries: Uint32Array;
  /** The most each may score. */
  bounds: Uint8Array;
  /** 1 where kind, dates of birth or nationalities speak against the entry. */
  contradicted: Uint8Array;
  /** The listed words that agree with one of the subject, or are one letter off. */
  related: ReadonlySet<number>;
}

/** Kept between searches: a list of a million people would otherwise cost megabytes a question. */
interface Scratch {
  same: Uint32Array;
  oneOff: Uint32Array;
}

const scratches = new WeakMap<ListIndex, Scratch>();

function scratchFor(index: ListIndex): Scratch {
  const known = scratches.get(index);
  if (known) return known;
  const { entryCount } = index.meta;
  const scratch = { same: new Uint32Array(entryCount), oneOff: new Uint32Array(entryCount) };
  scratches.set(index, scratch);
  return scratch;
}

/** The bit of entries found by an identifier; no word has it. */
const BY_IDENTIFIER = 1 << 31;
export const CERTAIN = 127;

export function searchIndex(index: ListIndex, query: Query): Found {
  const { same, oneOff } = scratchFor(index);
  const met: number[] = [];
  const related = new Set<number>();
  const mark = (into: Uint32Array, word: number, bit: number) => {
    related.add(word);
    index.eachEntryOf(word, (entry) => {
      if (same[entry] === 0 && oneOff[entry] === 0) met.push(entry);
      into[entry] = (into[entry] ?? 0) | bit;
    });
  };

  for (const { spellings, bit, isInitial } of query.words) {
    if (isInitial) continue;
    for (const spelling of spellings) {
      const word = index.findWord(spelling);
      if (word !== undefined) mark(same, word, bit);
      for (const near of index.findOneOff(spelling)) mark(oneOff, near, bit);
    }
  }
  for (const term of query.identifierTerms) {
    const word = index.findWord(term);
    if (word !== undefined) mark(same, word, BY_IDENTIFIER);
  }

  // Initials are looked up last, in what the words have found.
  for (const { spellings, bit, isInitial } of query.words) {
    const word = isInitial ? index.findWord(spellings[0] ?? '') : undefined;
    if (word === undefined) continue;
    index.eachEntryOf(word, (entry) => {
      if (same[entry] !== 0 || oneOff[entry] !== 0) same[entry] = (same[entry] ?? 0) | bit;
    });
  }

  const entries = Uint32Array.from(met).sort();
  const boundOf = boundsOn(index, query);
  const bounds = new Uint8Array(entries.length);
  const contradicted = new Uint8Array(entries.length);
  entries.forEach((entry, at) => {
    const shared = same[entry] ?? 0;
    const bound = boundOf(entry, shared, oneOff[entry] ?? 0);
    const isByIdentifier = (shared & BY_IDENTIFIER) !== 0 && !bound.isOtherKind;
    bounds[at] = isByIdentifier ? CERTAIN : Math.min(CERTAIN, bound.points);
    contradicted[at] = bound.isContradicted && !isByIdentifier ? 1 : 0;
    same[entry] = 0;
    oneOff[entry] = 0;
  });
  return { entries, bounds, contradicted, related };
}
