import { beforeAll, describe, expect, test } from 'vitest';
import { type Collected, collectCases } from '../../../../bench/support/recall-collect.ts';
import {
  isTarget,
  openJointIndex,
  screenSubject,
} from '../../../../bench/support/recall-editions.ts';
import {
  hasRealLists,
  readRealList,
  realListKeys,
} from '../../../../bench/support/screening-lists.ts';
import type { ScreenedList } from '../../src/search/search-pool.ts';

const MINUTES = 60_000;
const SIZE = { perKind: 12, seed: 11, innocentsPerCountry: 12 };

/** A small sample of what `npm run bench -- screening-recall` measures, so that a change that loses people is seen. */
describe.skipIf(!hasRealLists)('on the published sanctions lists, screening', () => {
  let collected: Collected;
  let lists: readonly ScreenedList[];

  beforeAll(async () => {
    const entries = new Map(
      await Promise.all(realListKeys.map(async (key) => [key, await readRealList(key)] as const)),
    );
    collected = collectCases(entries, SIZE);
    lists = await openJointIndex(entries);
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
    'finds nobody two letters off, whatever stands beside the name',
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
        if ((await screenSubject(lists, { ...subject, ...facts })).matches.length > 0)
          flagged.withDetails += 1;
      }

      const count = collected.innocents.length;
      expect(count).toBeGreaterThan(250);
      expect(flagged.byName / count).toBeLessThanOrEqual(0.08);
      expect(flagged.withDetails / count).toBeLessThanOrEqual(0.02);
    },
    5 * MINUTES,
  );
});
