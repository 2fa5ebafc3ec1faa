import { beforeAll, describe, expect, test } from 'vitest';
import { chooseEntries } from '../../src/assurance/choose-entries.ts';
import { CLASS_KEYS } from '../../src/assurance/classes.ts';
import { innocentCustomers } from '../../src/assurance/innocents.ts';
import { type AssuranceResult, differencesOf, resultOf } from '../../src/assurance/result.ts';
import { REVIEW_SCORES } from '../../src/assurance/review-scores.ts';
import { type AssuranceTerms, runEntry, runInnocent } from '../../src/assurance/run-cases.ts';
import { type Miss, newTally, Tally } from '../../src/assurance/tally.ts';
import type { LoadedList } from '../../src/search/search-pool.ts';
import { aList, indexOf, tables } from '../search/index-support.ts';
import { listedPeople } from './listed-people.ts';

const SEED = 7;
const ENTRIES = 48;
const CUSTOMERS = 40;

let list: LoadedList;
/** The same list, as if the search by words one letter off had been switched off. */
let withoutOneLetter: LoadedList;

beforeAll(async () => {
  const index = await indexOf(listedPeople(ENTRIES));
  list = { ...(await aList([])), index };
  withoutOneLetter = { ...list, index: { ...index, eachOneOff: () => {} } };
});

const termsOf = (of: LoadedList, reviewScore = 70): AssuranceTerms => ({
  lists: [of],
  policy: { reviewScore, matchScore: 90 },
  seed: SEED,
  tables,
});

interface Run {
  result: AssuranceResult;
  tally: Tally;
  misses: Miss[];
}

async function run(of: LoadedList, { reviewScore = 70, isReversed = false } = {}): Promise<Run> {
  const terms = termsOf(of, reviewScore);
  const tally = newTally();
  const misses: Miss[] = [];
  const chosen = chooseEntries([of], { count: ENTRIES, seed: SEED });
  for (const one of isReversed ? chosen.toReversed() : chosen) misses.push(...(await runEntry(terms, one, tally)));
  for (const customer of innocentCustomers(CUSTOMERS, SEED)) await runInnocent(terms, customer, tally);
  return { result: resultOf(tally, reviewScore), tally, misses };
}

const classIn = ({ classes }: AssuranceResult, key: string, known: string) =>
  classes.find((one) => one.class === key && one.known === known);

describe('assurance', () => {
  let ours: Run;
  beforeAll(async () => {
    ours = await run(list);
  });

  test('every class has cases, by name alone and with what the list states', () => {
    const tested = ours.result.classes.filter(({ cases }) => cases > 0).map((one) => `${one.class} ${one.known}`);

    expect(tested).toEqual(CLASS_KEYS.flatMap((key) => [`${key} bare`, `${key} known`]));
  });

  test('everything that must be found is found', () => {
    const must = ours.result.classes.filter(({ expected }) => expected === 'must');

    expect(must.filter(({ status }) => status !== 'as_expected')).toEqual([]);
    // A letter typed wrong reaches 65 by name alone, as the documentation says.
    expect(ours.result.outcome).toBe('limited');
    expect(classIn(ours.result, 'one_letter', 'bare')).toMatchObject({ expected: 'should', status: 'short' });
  });

  test('at a review score of 65 a letter typed wrong is found by name alone', async () => {
    const { result } = await run(list, { reviewScore: 65 });

    expect(classIn(result, 'one_letter', 'bare')).toMatchObject({ status: 'as_expected', recall: 1 });
    // The counts at every score are those of the other profile: only the line differs.
    expect(result.classes.map(({ foundAt }) => foundAt)).toEqual(ours.result.classes.map(({ foundAt }) => foundAt));
    expect(result.alerts.map((one) => one.alertsPerThousandAt)).toEqual(
      ours.result.alerts.map((one) => one.alertsPerThousandAt),
    );
  });

  test('with the search by one letter switched off the result is red', async () => {
    const broken = await run(withoutOneLetter);
    const letter = classIn(broken.result, 'one_letter', 'known');

    expect(broken.result.outcome).toBe('failed');
    expect(letter).toMatchObject({ expected: 'must', status: 'short' });
    const missed = broken.misses.find((one) => one.class === 'one_letter' && one.reason === 'not_searched');
    expect(missed?.factors.map(({ code }) => code)).toContain('fuzzy_token');
    expect(differencesOf(broken.result.classes, ours.result.classes)).toContainEqual(
      expect.objectContaining({ class: 'one_letter', known: 'known', before: 1, isBeyondChance: true }),
    );
  });

  test('the same seed gives the same result, in any order of its parts', async () => {
    const again = await run(list, { isReversed: true });

    expect(again.result).toEqual(ours.result);
    expect(Tally.parse(JSON.parse(JSON.stringify(ours.tally)))).toEqual(ours.tally);
  });

  test('every case that is not found is listed with the factors of its score', () => {
    const counted = ours.result.classes.reduce((sum, { cases, found }) => sum + cases - found, 0);

    expect(ours.misses).toHaveLength(counted);
    for (const { score, factors, reason } of ours.misses) {
      expect(score).toBe(factors.reduce((sum, { points }) => sum + points, 0));
      expect(score < 70).toBe(reason === 'below_score');
    }
  });

  test('recall and alerts only fall as the review score rises', () => {
    const { classes, alerts, customers } = ours.result;
    const curves = [...classes.map(({ foundAt }) => foundAt), ...alerts.map((one) => one.flaggedPerThousandAt)];

    expect(customers).toBe(CUSTOMERS);
    for (const curve of curves) {
      expect(curve).toHaveLength(REVIEW_SCORES.length);
      expect(curve).toEqual(curve.toSorted((a, b) => b - a));
    }
    for (const { foundAt, found, cases, recall, low, high } of classes) {
      expect(foundAt[70 - 55]).toBe(found);
      expect(recall).toBe(found / cases);
      expect(low <= (recall ?? 0) && (recall ?? 1) <= high).toBe(true);
    }
  });

  test('samples beside the line have scores on their side, and say whether the customer is listed', () => {
    const { above, below } = ours.result.line;

    expect(below.length).toBe(20);
    expect(above.every(({ score }) => score >= 70 && score < 75)).toBe(true);
    expect(below.every(({ score }) => score >= 65 && score < 70)).toBe(true);
    expect(below.every(({ isListed, class: of }) => isListed === (of !== null))).toBe(true);
  });
});
