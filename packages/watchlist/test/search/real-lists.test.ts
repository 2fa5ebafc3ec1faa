/** @module-tag full */

import { beforeAll, describe, expect, test } from 'vitest';
import { type Collected, collectCases } from '../../../../bench/support/recall-collect.ts';
import { isTarget, openJointIndex, screenSubject } from '../../../../bench/support/recall-editions.ts';
import { hasRealLists, readRealList, realListKeys } from '../../../../bench/support/screening-lists.ts';
import { SANCTIONS_CANDIDATES } from '../../../../shared/screening/limits.ts';
import { nameTables } from '../../../../shared/screening/name-tables.ts';
import { scaled } from '../../../../test/support/soak.ts';
import { loadNameTables } from '../../../names/src/name-tables.ts';
import type { ListedEntry } from '../../src/listed-entry.ts';
import { scoreEntry } from '../../src/matching/score-entry.ts';
import { chooseCandidates } from '../../src/search/choose-candidates.ts';
import { prepareQuery } from '../../src/search/prepare-query.ts';
import { searchIndex, tightenBound } from '../../src/search/search-index.ts';
import type { ScreenedList } from '../../src/search/search-pool.ts';
import { DEFAULT_POLICY, score } from '../matching/builders.ts';
import { tables } from './index-support.ts';
import { innocentNames } from './innocent-names.ts';

const MINUTES = 60_000;
const SIZE = { perKind: 12, seed: 11, innocentsPerCountry: 12 };

// The lists as published, which are not part of the repository. Indexing them takes most of the time.
const entriesOf = new Map<string, ListedEntry[]>();
let lists: readonly ScreenedList[] = [];

beforeAll(async () => {
  if (!hasRealLists) return;
  for (const key of realListKeys) entriesOf.set(key, await readRealList(key));
  lists = await openJointIndex(entriesOf);
  // `score` reads names with the tables of the test.
  const names = [...entriesOf.values()].flat().flatMap((entry) => entry.names);
  await loadNameTables(
    tables,
    names.map(({ text }) => text),
  );
}, 10 * MINUTES);

describe.skipIf(!hasRealLists)('the published sanctions lists (needs published files)', () => {
  test.each(realListKeys)(
    '%s: an entry is found by every one of its strong names',
    (key) => {
      const list = lists.find((one) => one.key === key);
      const notFound: string[] = [];
      entriesOf.get(key)?.forEach((entry, at) => {
        if (at % scaled(25, 1) !== 0) return;
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
      const pairs = inBothScripts([...entriesOf.values()].flat(), script);
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
      const counts: Record<string, number> = {};
      for (const name of innocentNames) {
        const { status } = await screenSubject(lists, { name, entityType: 'person' });
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

/** A small sample of what `npm run bench -- screening-recall` measures, so that a change that loses people is seen. */
describe.skipIf(!hasRealLists)('on the published sanctions lists, screening (needs published files)', () => {
  let collected: Collected;

  beforeAll(() => {
    collected = collectCases(entriesOf, SIZE);
  }, 10 * MINUTES);

  const casesOf = (isOf: (group: string) => boolean) =>
    collected.cases.filter(({ edition, group }) => edition === 'published' && isOf(group));

  async function notFound(isOf: (group: string) => boolean) {
    const missed: string[] = [];
    const cases = casesOf(isOf);
    for (const one of cases) {
      const { matches } = await screenSubject(lists, one.subject);
      if (!matches.some(isTarget(one))) missed.push(`${one.kind}: ${one.subject.name}`);
    }
    return { missed, share: missed.length / cases.length };
  }

  test.each([
    'missing or shortened names',
    'company forms',
    'other nationality, mistyped date of birth',
    'one letter off, with date of birth',
    'identifier, other entity type',
  ])(
    'finds every case of: %s',
    async (group) => {
      expect((await notFound((one) => one === group)).missed).toEqual([]);
    },
    5 * MINUTES,
  );

  test(
    'finds at least 95 in 100 of all that must be found',
    async () => {
      const { missed, share } = await notFound((group) => group !== 'two letters off');

      expect(share, missed.join('\n')).toBeLessThanOrEqual(0.05);
    },
    5 * MINUTES,
  );

  test(
    'finds no entry two letters off, even with other facts beside the name',
    async () => {
      const { share } = await notFound((group) => group === 'two letters off');

      expect(share).toBe(1);
    },
    5 * MINUTES,
  );

  test(
    'flags at most 8 in 100 innocent people by name, and 2 with date of birth and nationality',
    async () => {
      const flagged = { byName: 0, withDetails: 0 };
      for (const { name, dateOfBirth, country } of collected.innocents) {
        const subject = { name, entityType: 'person' as const };
        const facts = { datesOfBirth: [dateOfBirth], nationalities: [country] };
        if ((await screenSubject(lists, subject)).matches.length > 0) flagged.byName += 1;
        if ((await screenSubject(lists, { ...subject, ...facts })).matches.length > 0) flagged.withDetails += 1;
      }

      const count = collected.innocents.length;
      expect(count).toBeGreaterThan(250);
      expect(flagged.byName / count).toBeLessThanOrEqual(0.08);
      expect(flagged.withDetails / count).toBeLessThanOrEqual(0.02);
    },
    5 * MINUTES,
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
      return latin.length === 0 ? [] : others.map(({ text }) => ({ text, entry: { ...entry, names: latin } }));
    });

/** Whether the entry would be scored and reach review, or the run would say that it could not score all. */
function isFound(list: ScreenedList | undefined, name: string, at: number, entry: ListedEntry) {
  if (!list?.index || !list.stretch) return false;
  const query = prepareQuery(nameTables, { name, entityType: entry.kind });
  const { index, stretch } = list;
  const found = searchIndex(index, query, [stretch]);
  const position = stretch.from + at;
  const { candidates, isCapped } = chooseCandidates([found], {
    pool: SANCTIONS_CANDIDATES,
    reviewScore: DEFAULT_POLICY.reviewScore,
    tightenBound: (_list, each) => tightenBound(index, found, each),
  });
  const pooled = candidates(() => true).filter(({ isPooled }) => isPooled);
  if (!pooled.some((candidate) => candidate.entry === position)) return isCapped;
  const { related } = found;
  const comparable = index.comparable(position, { related, accepts: () => true });
  return scoreEntry(query.subject, comparable, DEFAULT_POLICY).score >= DEFAULT_POLICY.reviewScore;
}
