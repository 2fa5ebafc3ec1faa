import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { holds } from '../../../../test/support/properties.ts';
import { runs } from '../../../../test/support/soak.ts';
import { PEP_CANDIDATES, SANCTIONS_CANDIDATES } from '../../src/limits.ts';
import type { ListedEntry } from '../../src/listed-entry.ts';
import type { SubjectRequest } from '../../src/search/prepare-query.ts';
import type { Screening } from '../../src/search/screen.ts';
import type { ScreenedList } from '../../src/search/search-pool.ts';
import { anEntry, bornOn } from '../matching/builders.ts';
import { someEntries, someSubject } from './any-entry.ts';
import { aList, screenFor } from './index-support.ts';

const MATCH_SCORE = 100;
const REVIEW_SCORES = Array.from({ length: MATCH_SCORE - 1 }, (_, at) => at + 1);

interface AtScore {
  reviewScore: number;
  result: Screening;
}

async function atEachScore(
  lists: readonly ScreenedList[],
  subject: SubjectRequest | string,
  reviewScores: readonly number[] = REVIEW_SCORES,
): Promise<AtScore[]> {
  const results: AtScore[] = [];
  for (const reviewScore of reviewScores) {
    const result = await screenFor(lists, subject, { reviewScore, matchScore: MATCH_SCORE });
    results.push({ reviewScore, result });
  }
  return results;
}

const told = ({ matches }: Screening) => matches.map(({ entry, score, factors }) => ({ id: entry.id, score, factors }));

/** What each review score promises: the same scores, and every entry from that score on. */
function expectOneScoring(results: readonly AtScore[]) {
  const all = results[0]?.result;
  if (!all) throw new Error('no review score');
  for (const { reviewScore, result } of results) {
    expect(result.topScore, `top score at ${reviewScore}`).toBe(all.topScore);
    expect(told(result), `matches at ${reviewScore}`).toEqual(told(all).filter(({ score }) => score >= reviewScore));
    const isReached = (result.topScore ?? 0) >= reviewScore;
    expect(result.status === 'possible_match' || result.status === 'match').toBe(isReached);
  }
}

describe('at every review score', () => {
  test('a search has the same top score, and shows the entries from that score on', async () => {
    await holds(
      fc.asyncProperty(someEntries, someSubject, async (entries, subject) => {
        const list = await aList(entries);
        const results = await atEachScore([list], subject);
        fc.pre(results[0]?.result.errorCode === null);

        expectOneScoring(results);
      }),
      runs(60),
    );
  });

  const several = (count: number, nameOf: (at: number) => string, rest: Partial<ListedEntry> = {}) =>
    Array.from({ length: count }, (_, at) => anEntry(nameOf(at), { id: `M-${at}`, ...rest }));
  const letter = (at: number) => 'abcdefghij'.charAt(at % 10);
  const MORE = SANCTIONS_CANDIDATES + 50;
  /**
   * More entries than the pool takes, whose bounds are above their scores: their shared words are
   * in different names, or a pair of words is joined. The entry that scores most comes last.
   */
  const crowds: [string, ListedEntry[], SubjectRequest][] = [
    [
      'words in different names',
      several(MORE, () => '', {
        names: ['Ahmad Petrov', 'Salem Orlov'].map((text) => ({ text, isWeak: false })),
      }),
      { name: 'Ahmad Salem Karim' },
    ],
    ['joined words', several(MORE, (at) => `Abdallah Petrov${letter(at)}`), { name: 'Abd Allah Salem Karim' }],
    [
      'the same day of birth',
      several(MORE, (at) => `Ahmad Other${letter(at)}`, bornOn('1961-04-12')),
      { name: 'Ahmad Salem Karim', datesOfBirth: ['1961-04-12'] },
    ],
    [
      'ten times as many',
      several(10 * MORE, () => '', {
        names: ['Ahmad Petrov', 'Salem Orlov'].map((text) => ({ text, isWeak: false })),
      }),
      { name: 'Ahmad Salem Karim' },
    ],
  ];
  const SOME_SCORES = [1, 5, 20, 25, 30, 40, 45, 60, 69, 70, 75, 80, 99];

  test.each(crowds)('the entry that scores most is found among too many: %s', async (_case, crowd, subject) => {
    const last = anEntry('Ahmad Salem', { ...bornOn('1961'), id: 'LAST' });
    const best = anEntry('Abdallah Salem', { id: 'LAST-JOINED' });
    const lists = [await aList([...crowd, last, best])];

    const results = await atEachScore(lists, subject, SOME_SCORES);

    const top = results[0]?.result.topScore ?? 0;
    expect(top).toBeGreaterThanOrEqual(69);
    for (const { reviewScore, result } of results) {
      expect(result.topScore, `top score at ${reviewScore}`).toBe(top);
      expect(result.matches[0]?.score, `first match at ${reviewScore}`).toBe(top >= reviewScore ? top : undefined);
      expect(result.matches.length).toBeLessThanOrEqual(SANCTIONS_CANDIDATES);
    }
  });

  test('entries that were found at a score are found at every lower one', async () => {
    const found = several(20, (at) => `Ahmad Salem Karim${letter(at)}`);
    // At a high score few bounds are worth tightening, at a low one too many for all of them.
    const apart = several(1_000, () => '', {
      names: ['Ahmad Petrov', 'Salem Orlov'].map((text) => ({ text, isWeak: false })),
    });
    const others = several(3_000, (at) => `Ahmad Other${letter(at)}`);
    const crowd = [...apart, ...others].map((entry, at) => ({ ...entry, id: `C-${at}` }));
    const lists = [await aList([...crowd, ...found])];

    const results = await atEachScore(lists, 'Ahmad Salem', SOME_SCORES);

    for (const { reviewScore, result } of results) {
      const ids = new Set(result.matches.map(({ entry }) => entry.id));
      expect(
        found.filter(({ id }) => ids.has(id)),
        `at ${reviewScore}`,
      ).toHaveLength(reviewScore <= 75 ? 20 : 0);
    }
  });

  test('a list of PEPs has the same top score beyond its pool', async () => {
    const crowd = several(PEP_CANDIDATES + 10, (at) => `Ahmad Other${letter(at)}`);
    const best = anEntry('Ahmad Salem Nasser Orlov', { id: 'LAST' });
    const list = await aList([...crowd, best], { key: 'service_pep', listKind: 'pep' });

    const results = await atEachScore([list], 'Ahmad Salem Karim Petrov', SOME_SCORES);

    expect(new Set(results.map(({ result }) => result.topScore))).toEqual(new Set([30]));
  });

  test('entries that facts contradict are set aside below it, if more than 200 share a word', async () => {
    const crowd = several(MORE, (at) => `Ahmad Other${letter(at)}`);
    const older = anEntry('Ahmad Salem', { ...bornOn('1940-02-03'), id: 'OLDER' });
    const lists = [await aList([...crowd, older])];
    const subject = { name: 'Ahmad Salem', datesOfBirth: ['1961-04-12'] };

    const results = await atEachScore(lists, subject, [50, 55, 56, 70]);

    expect(results.map(({ result }) => result.topScore)).toEqual([55, 55, 30, 30]);
  });
});
