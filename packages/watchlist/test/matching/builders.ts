import { comparableIdentifiers, comparableNames } from '../../../names/src/search-terms.ts';
import type { ListedEntry } from '../../src/listed-entry.ts';
import { scoreEntry } from '../../src/matching/score-entry.ts';
import { prepareQuery, type SubjectRequest } from '../../src/search/prepare-query.ts';
import { tables } from '../search/index-support.ts';

export const DEFAULT_POLICY = { reviewScore: 70, matchScore: 90 };

/** A listed person of this name; a name in single quotes is a weak alias. */
export const anEntry = (names: string | string[], rest: Partial<ListedEntry> = {}): ListedEntry => ({
  id: 'E-1',
  kind: 'person',
  names: [names].flat().map((text) => ({
    text: text.replace(/^'|'$/g, ''),
    isWeak: text.startsWith("'"),
  })),
  births: [],
  countries: [],
  identifiers: [],
  programmes: [],
  ...rest,
});

export const bornOn = (from: string, to = from, isCirca = false) => ({
  births: [{ from, to, isCirca }],
});

export function score(
  subject: SubjectRequest | string,
  entry: ListedEntry,
  policy: { reviewScore: number; matchScore: number } = DEFAULT_POLICY,
) {
  const request = typeof subject === 'string' ? { name: subject } : subject;
  return scoreEntry(
    prepareQuery(tables, request).subject,
    { ...entry, names: comparableNames(tables, entry), identifiers: comparableIdentifiers(entry) },
    policy,
  );
}

export const codesOf = ({ factors }: { factors: readonly { code: string }[] }) => factors.map(({ code }) => code);
