import { type Below, diceFor, pickOne, shuffled } from '#packages/watchlist/src/assurance/dice.ts';
import { birthDays, isLatin } from '#packages/watchlist/src/assurance/written-name.ts';
import type { ListedEntry } from '#packages/watchlist/src/listed-entry.ts';
import type { SubjectRequest } from '#packages/watchlist/src/search/prepare-query.ts';

export { type Below, birthDays, diceFor, isLatin, pickOne, shuffled };

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

export function nameEntries(lists: ReadonlyMap<string, readonly ListedEntry[]>): NamedEntry[] {
  const named: NamedEntry[] = [];
  for (const [list, entries] of lists)
    for (const entry of entries) {
      const base = entry.names.find(({ text, isWeak }) => !isWeak && isLatin(text))?.text;
      if (base !== undefined) named.push({ list, entry, base, words: base.split(/\s+/) });
    }
  return named;
}

/** One way to write a listed name differently; undefined where the entry does not allow it. */
export interface Perturbation {
  group: Group;
  kind: string;
  of: 'person' | 'entity' | 'any';
  make: (named: NamedEntry, below: Below) => SubjectRequest | undefined;
  sameEntryOnly?: true;
  expected?: 'notFound';
}
