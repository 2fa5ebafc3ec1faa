import type { ListedEntry } from '#packages/watchlist/src/listed-entry.ts';
import type { SubjectRequest } from '#packages/watchlist/src/search/prepare-query.ts';
import { dice } from './screening-people.ts';

/** Which version of the lists a case is screened against. */
export type Edition = 'published' | 'heldOut' | 'latinOnly' | 'pep';

export const GROUPS = [
  'order, punctuation, titles',
  'missing or shortened names',
  'company forms',
  'other nationality, mistyped date of birth',
  'one letter off, with date of birth',
  'one letter off, companies',
  'identifier, other entity type',
  'Cyrillic romanisations',
  'Arabic romanisations',
  'Korean romanisations',
  'Chinese romanisations',
  'held-out spellings',
  'press spellings',
  'PEP list',
  'two letters off',
] as const;
export type Group = (typeof GROUPS)[number];

interface Listed {
  list: string;
  entry: ListedEntry;
}

export interface RecallCase {
  /** Kinds that a reader wants as one figure. */
  group: Group;
  kind: string;
  subject: SubjectRequest;
  target: Listed;
  edition: Edition;
  /**
   * Contradictions and identifiers concern this entry. For the other kinds an entry of the same name or the
   * same person on a second list counts as well.
   */
  sameEntryOnly: boolean;
  expected: 'found' | 'notFound';
}

/** The name by which a case knows an entry: its first strong name in Latin letters. */
export interface NamedEntry extends Listed {
  base: string;
  words: readonly string[];
}

export type Below = (limit: number) => number;

const LATIN = /^[\p{Script=Latin}\p{M}\p{P}\p{S}\s\d]+$/u;
export const isLatin = (text: string) => LATIN.test(text);

/** Lower case without marks, apostrophes as nothing and other punctuation as spaces. */
export const foldWords = (text: string): string[] =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[’'`ʼʻʿʾ‘]/g, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

/** Equal for two names that differ in order, case, marks and punctuation alone. */
export const sortedWords = (text: string) => foldWords(text).toSorted().join(' ');

/** A generator of its own for each label, so that a new kind does not change the cases of another. */
export function diceFor(label: string, seed: number): Below {
  let state = seed + 2_166_136_261;
  for (const letter of label) state = Math.imul(state ^ (letter.codePointAt(0) ?? 0), 16_777_619);
  const below = dice(state >>> 0);
  below(2);
  return below;
}

export function shuffled<T>(all: readonly T[], below: Below): T[] {
  const order = [...all];
  for (let at = order.length - 1; at > 0; at -= 1) {
    const other = below(at + 1);
    const [one, two] = [order[at], order[other]];
    if (one !== undefined && two !== undefined) [order[at], order[other]] = [two, one];
  }
  return order;
}

export const pickOne = <T>(all: readonly T[], below: Below): T | undefined => all[below(all.length)];

export function nameEntries(lists: ReadonlyMap<string, readonly ListedEntry[]>): NamedEntry[] {
  const named: NamedEntry[] = [];
  for (const [list, entries] of lists)
    for (const entry of entries) {
      const base = entry.names.find(({ text, isWeak }) => !isWeak && isLatin(text))?.text;
      if (base !== undefined) named.push({ list, entry, base, words: base.split(/\s+/) });
    }
  return named;
}

/** The days of birth that the entry states exactly. */
export const birthDays = ({ births }: ListedEntry) =>
  births.filter(({ from, to, isCirca }) => from === to && !isCirca).map(({ from }) => from);

/** One way to write a listed name differently; undefined where the entry does not allow it. */
export interface Perturbation {
  group: Group;
  kind: string;
  of: 'person' | 'entity' | 'any';
  make: (named: NamedEntry, below: Below) => SubjectRequest | undefined;
  sameEntryOnly?: true;
  expected?: 'notFound';
}
