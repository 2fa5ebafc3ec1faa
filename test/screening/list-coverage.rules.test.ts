import { expect, test } from 'vitest';
import { COVERAGE_DAYS, coverageFrom, coverageOf, coveredLists } from '#shared/screening/lists/coverage.ts';
import { LIST_DAY_EXAMPLE, ListDay } from '#shared/screening/lists/day-of-list.ts';

const RANGE = { from: '2026-02-27', until: '2026-03-02' };
const period = { from: '2026-03-01T00:00:00.000Z', to: '2026-03-01T06:00:00.000Z' };
const day = (changes: object) => ListDay.parse({ ...LIST_DAY_EXAMPLE, ...changes });
const quiet = { gaps: [], gapMinutes: 0 };

test('a calendar has every day of its range, with what the attestation says of the list', () => {
  const attested = new Map([
    ['2026-02-28', coveredLists([day({})])],
    ['2026-03-01', coveredLists([day({ ...quiet, outcome: 'unchanged', held: [period], stale: [period] })])],
    ['2026-03-02', coveredLists([day({ key: 'un_sc' })])],
  ]);

  const nothing = { outcome: null, gapMinutes: 0, held: false, stale: false };
  expect(coverageOf('eu_fsf', RANGE, attested)).toEqual([
    { date: '2026-02-27', attested: false, ...nothing },
    { date: '2026-02-28', attested: true, outcome: 'gap', gapMinutes: 31, held: false, stale: false },
    { date: '2026-03-01', attested: true, outcome: 'unchanged', gapMinutes: 0, held: true, stale: true },
    { date: '2026-03-02', attested: true, ...nothing },
  ]);
});

test('a calendar of a year begins 364 days before its last, and never before the first date there is', () => {
  expect(coverageFrom('2026-03-14')).toBe('2025-03-15');
  expect(coverageFrom('2024-12-31')).toBe('2024-01-02');
  expect(coverageFrom('0000-01-02')).toBe('0000-01-01');
  const until = '2026-03-14';
  const days = coverageOf('eu_fsf', { from: coverageFrom(until), until }, new Map());
  expect(new Set(days.map(({ date }) => date)).size).toBe(COVERAGE_DAYS);
  expect(days.at(-1)?.date).toBe(until);
});
