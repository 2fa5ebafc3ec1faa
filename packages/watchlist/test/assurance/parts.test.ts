import { expect, test } from 'vitest';
import { chooseEntries } from '../../src/assurance/choose-entries.ts';
import { innocentCustomers } from '../../src/assurance/innocents.ts';
import { resultOf } from '../../src/assurance/result.ts';
import { emptyCounts, reachedAt } from '../../src/assurance/review-scores.ts';
import { newTally } from '../../src/assurance/tally.ts';
import type { LoadedList } from '../../src/search/search-pool.ts';
import { aList } from '../search/index-support.ts';

test('innocent customers: ten thousand have different names, one in ten is a company, and a seed gives the same', () => {
  const customers = innocentCustomers(10_000, 7);
  const companies = customers.filter(({ kind }) => kind === 'entity').length;

  expect(new Set(customers.map(({ name }) => name)).size).toBe(10_000);
  expect(companies).toBeGreaterThan(800);
  expect(companies).toBeLessThan(1_500);
  expect(innocentCustomers(500, 7)).toEqual(customers.slice(0, 500));
  expect(innocentCustomers(500, 8)).not.toEqual(customers.slice(0, 500));
});

test('chosen entries: small lists are tested whole, and the rest is shared by the larger ones', async () => {
  const base = await aList([]);
  const listOf = (key: string, from: number, to: number) =>
    ({ ...base, key, stretch: { from, to } }) as unknown as LoadedList;
  const lists = [listOf('ofac_sdn', 0, 900), listOf('idb_sanctions', 900, 920), listOf('eu_fsf', 920, 1_500)];
  const chosen = chooseEntries(lists, { count: 200, seed: 7 });
  const countOf = (key: string) => chosen.filter(({ list }) => list.key === key).length;

  expect([countOf('ofac_sdn'), countOf('idb_sanctions'), countOf('eu_fsf')]).toEqual([90, 20, 90]);
  expect(new Set(chosen.map(({ entry }) => entry)).size).toBe(200);
  expect(chooseEntries(lists, { count: 200, seed: 7 })).toEqual(chosen);
  expect(chooseEntries(lists, { count: 200, seed: 8 })).not.toEqual(chosen);
  expect(chooseEntries(lists, { count: 5_000, seed: 7 })).toHaveLength(1_500);
  // A publication that adds entries at the end of a list leaves most of the choice as it was.
  const longer = chooseEntries([listOf('ofac_sdn', 0, 910)], { count: 90, seed: 7 }).map(({ entry }) => entry);
  const before = chosen.filter(({ list }) => list.key === 'ofac_sdn').map(({ entry }) => entry);
  expect(before.filter((entry) => longer.includes(entry)).length).toBeGreaterThan(80);
});

test('counts: scores above the range count at its highest score', () => {
  const counts = emptyCounts();
  counts[0] = 3;
  counts[counts.length - 1] = 2;

  expect(reachedAt(counts)).toEqual(new Array(36).fill(2));
});

test('result: a class without cases is untested and fails nothing', () => {
  const { outcome, classes, alerts } = resultOf(newTally(), 70);

  expect(outcome).toBe('passed');
  expect(new Set(classes.map(({ status }) => status))).toEqual(new Set(['untested']));
  expect(alerts.every(({ alertsPerThousand }) => alertsPerThousand === 0)).toBe(true);
});
