import { beforeAll, describe, expect, test } from 'vitest';
import {
  hasRealLists,
  readRealList,
  realListKeys,
} from '../../../../bench/support/screening-lists.ts';
import { SANCTIONS_CANDIDATES } from '../../../../shared/screening/limits.ts';
import { scaled } from '../../../../test/support/soak.ts';
import type { ListedEntry } from '../../src/listed-entry.ts';
import { scoreEntry } from '../../src/matching/score-entry.ts';
import { chooseCandidates } from '../../src/search/choose-candidates.ts';
import { prepareQuery } from '../../src/search/prepare-query.ts';
import { searchIndex, tightenBound } from '../../src/search/search-index.ts';
import type { ScreenedList } from '../../src/search/search-pool.ts';
import { DEFAULT_POLICY, score } from '../matching/builders.ts';
import { aList, screenFor, tables } from './index-support.ts';
import { innocentNames } from './innocent-names.ts';

const MINUTES = 60_000;

/** On the lists as their publishers print them, which are not part of the repository. */
describe.skipIf(!hasRealLists)('the published sanctions lists', () => {
  const lists = new Map<string, { entries: ListedEntry[]; list: ScreenedList }>();

  beforeAll(async () => {
    for (const key of realListKeys) {
      const entries = await readRealList(key);
      lists.set(key, { entries, list: await aList(entries, { key }) });
    }
  }, 10 * MINUTES);

  test.each(realListKeys)(
    '%s: an entry is found by every one of its strong names',
    (key) => {
      const { entries, list } = lists.get(key) ?? { entries: [], list: undefined };
      const notFound: string[] = [];
      entries.forEach((entry, at) => {
        if (at % scaled(10, 1) !== 0) return;
        for (const { text, isWeak } of entry.names)
          if (!isWeak && !isFound(list, text, at, entry)) notFound.push(`${entry.id} ${text}`);
      });

      expect(notFound).toEqual([]);
    },
    10 * MINUTES,
  );

  test.each([
    ['Arabic', /\p{Script=Arabic}/u, { pairs: 1_000, found: 0.8 }],
    ['Cyrillic', /\p{Script=Cyrillic}/u, { pairs: 4_000, found: 0.9 }],
    ['Hangul', /\p{Script=Hangul}/u, { pairs: 50, found: 0.9 }],
  ])(
    'names in %s find the Latin ones of the same person, alone never as a match',
    (_, script, atLeast) => {
      const pairs = inBothScripts(
        [...lists.values()].flatMap(({ entries }) => entries),
        script,
      );
      const scores = pairs.map(({ text, entry }) => score(text, entry).score);
      const found = scores.filter((each) => each >= DEFAULT_POLICY.reviewScore);

      expect(pairs.length).toBeGreaterThan(atLeast.pairs);
      expect(found.length / pairs.length).toBeGreaterThan(atLeast.found);
      expect(Math.max(...scores)).toBeLessThan(DEFAULT_POLICY.matchScore);
    },
    10 * MINUTES,
  );

  test(
    'no common innocent name is a match, and few are a possible one',
    async () => {
      const all = [...lists.values()].map(({ list }) => list);
      const counts: Record<string, number> = {};
      for (const name of innocentNames) {
        const { status } = await screenFor(all, { name, entityType: 'person' });
        counts[status] = (counts[status] ?? 0) + 1;
      }

      expect(innocentNames.length).toBeGreaterThanOrEqual(1_000);
      expect(counts.match ?? 0).toBe(0);
      expect(counts.error ?? 0).toBe(0);
      expect((counts.possible_match ?? 0) / innocentNames.length).toBeLessThan(0.1);
    },
    10 * MINUTES,
  );
});

const LATIN = /^[\p{Script=Latin}\p{M}\p{P}\p{S}\s\d]+$/u;

/** Names of people in a script, each with the entry as it would be in Latin letters alone. */
const inBothScripts = (entries: readonly ListedEntry[], script: RegExp) =>
  entries
    .filter(({ kind }) => kind === 'person')
    .flatMap((entry) => {
      const latin = entry.names.filter(({ text }) => LATIN.test(text));
      const others = entry.names.filter(({ text }) => script.test(text));
      return latin.length === 0
        ? []
        : others.map(({ text }) => ({ text, entry: { ...entry, names: latin } }));
    });

/** Whether the entry would be scored and reach review, or the run would say that it could not score all. */
function isFound(list: ScreenedList | undefined, name: string, at: number, entry: ListedEntry) {
  if (!list?.index) return false;
  const query = prepareQuery(tables, { name, entityType: entry.kind });
  const found = searchIndex(list.index, query);
  const { index } = list;
  const { candidates, isCapped } = chooseCandidates([found], {
    ...{ pool: SANCTIONS_CANDIDATES, reviewScore: DEFAULT_POLICY.reviewScore },
    tightenBound: (_list, each) => tightenBound(index, found, each),
  });
  if (!candidates(() => true).some((candidate) => candidate.entry === at)) return isCapped;
  const { related } = found;
  const comparable = list.index.comparable(at, { related, accepts: () => true });
  return scoreEntry(query.subject, comparable, DEFAULT_POLICY).score >= DEFAULT_POLICY.reviewScore;
}
