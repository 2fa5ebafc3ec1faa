import { expect, test } from 'vitest';
import {
  type CoverageDay,
  dayAfterKey,
  dayInWords,
  layOutYear,
  minutesInWords,
  periodsOf,
  yearInWords,
} from '../../console/pictures/list-year-layout.ts';
import {
  type Attestation,
  checksInWords,
  outcomeInWords,
  periodInWords,
  watchesInWords,
} from '../../console/screens/lists/attested-words.ts';
import { attestation } from './filled-lists.ts';

const day = (date: string, changes: Partial<CoverageDay> = {}): CoverageDay => ({
  date,
  attested: true,
  outcome: 'confirmed',
  gapMinutes: 0,
  held: false,
  stale: false,
  ...changes,
});

const DAYS = [
  day('2026-02-27', { attested: false, outcome: null }),
  day('2026-02-28'),
  day('2026-03-01'),
  day('2026-03-02', { outcome: 'gap', gapMinutes: 31 }),
  day('2026-03-03', { outcome: 'gap', gapMinutes: 125, held: true, stale: true }),
  day('2026-03-04', { outcome: 'unchanged', held: true }),
  day('2026-03-05', { outcome: null }),
];

test('list year: days are in the blocks of their months, with a mark and words', () => {
  const months = layOutYear(DAYS);

  expect(months.map(({ name, cells }) => [name, cells.map(({ mark }) => mark).join('')])).toEqual([
    ['February 2026', '–C'],
    ['March 2026', 'CGGH·'],
  ]);
  expect(months.map(({ cells }) => cells[0]?.column)).toEqual([5, 7]);
  expect(months[1]?.cells[1]?.words).toBe('2 March 2026: gap of 31 minutes');
  expect(DAYS.map(dayInWords)[4]).toBe('gap of 2 hours 5 minutes, out of date, a version waited for approval');
});

test('list year: arrow keys lead a day or a week on, and never out of the year', () => {
  const to = (key: string, from: string) => dayAfterKey(key, from, DAYS);

  expect(to('ArrowRight', '2026-02-28')).toBe('2026-03-01');
  expect(to('ArrowLeft', '2026-02-27')).toBe('2026-02-27');
  expect(to('ArrowUp', '2026-03-05')).toBe('2026-02-27');
  expect(to('ArrowDown', '2026-03-01')).toBe('2026-03-05');
  expect([to('Home', '2026-03-01'), to('End', '2026-03-01')]).toEqual(['2026-02-27', '2026-03-05']);
  expect(to('Enter', '2026-03-01')).toBeUndefined();
});

test('list year: the table has days that are alike in one row, and days that need a look by themselves', () => {
  expect(periodsOf(DAYS).map(({ from, to, days, state }) => [from, to, days, state])).toEqual([
    ['2026-03-05', '2026-03-05', 1, 'unlisted'],
    ['2026-03-04', '2026-03-04', 1, 'held'],
    ['2026-03-03', '2026-03-03', 1, 'gap'],
    ['2026-03-02', '2026-03-02', 1, 'gap'],
    ['2026-02-28', '2026-03-01', 2, 'confirmed'],
    ['2026-02-27', '2026-02-27', 1, 'unattested'],
  ]);
  expect(yearInWords(DAYS)).toBe(
    'gap on 2 days; held for approval on 1 day; confirmed on 2 days; list not in the attestation on 1 day; ' +
      'no attestation on 1 day; gaps of 2 hours 36 minutes in all',
  );
  expect(minutesInWords(1_440)).toBe('24 hours');
});

test('attested day: times are UTC, the day ends at 24:00, and counts are in words', () => {
  const date = '2026-03-14';
  const attested = attestation(date) as Attestation;
  const [list] = attested.lists;
  if (!list) throw new Error('The attestation has no list.');

  expect(list.versions.map((version) => periodInWords(date, version))).toEqual(['00:00–09:00', '09:00–24:00']);
  expect(outcomeInWords({ ...list, outcome: 'confirmed' })).toBe('Confirmed, without a gap');
  expect(checksInWords(date, { ...list, lastConfirmedAt: '2026-03-12T10:00:00.000Z', confirmations: 1 })).toBe(
    '1 confirmation, 1 failed check, the last at 2026-03-12 10:00',
  );
  expect(checksInWords(date, { ...list, lastConfirmedAt: null })).toContain('never confirmed');
  expect(watchesInWords({ ...attested, watches: null })).toBe('None in this mode');
});
