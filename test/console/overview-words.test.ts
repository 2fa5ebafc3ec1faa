import { describe, expect, test } from 'vitest';
import { layOutDays } from '../../console/pictures/day-columns-layout.ts';
import { reviewsByWeek } from '../../console/screens/overview/review-weeks.ts';
import { percent, sinceYesterday, subjects } from '../../console/screens/overview/words.ts';

const QUIET = { opened: 0, closed: 0, confirmed: 0, falsePositive: 0, screenings: 0, screeningsWithMatches: 0 };

describe('overview words', () => {
  test('since yesterday: a sentence for each figure that is not zero, in the number that it has', () => {
    expect(sinceYesterday(QUIET)).toEqual([]);
    expect(sinceYesterday({ ...QUIET, opened: 1, closed: 2, confirmed: 1, screenings: 3 })).toEqual([
      '1 subject came onto the worklist',
      '2 subjects were closed',
      '1 match was confirmed',
      '3 screenings, without a match',
    ]);
    expect(sinceYesterday({ ...QUIET, screenings: 1_200, screeningsWithMatches: 4 })).toEqual([
      '1,200 screenings, 4 with a match',
    ]);
  });

  test('a small share is not shown as none', () => {
    expect([percent(0), percent(0.004), percent(0.125), percent(1)]).toEqual(['0%', 'less than 1%', '13%', '100%']);
    expect([subjects(1), subjects(1_000)]).toEqual(['1 subject', '1,000 subjects']);
  });
});

describe('day columns', () => {
  test('bars have the height of their share of the tallest one, and one subject stays visible', () => {
    const { columns, max, summary } = layOutDays([
      { day: '2026-03-13', opened: 100, closed: 1 },
      { day: '2026-03-14', opened: 50, closed: 0 },
    ]);
    expect(max).toBe(100);
    expect(columns.map(({ openedHeight, closedHeight }) => [openedHeight, closedHeight])).toEqual([
      [1, 0.04],
      [0.5, 0],
    ]);
    expect(summary).toBe('2 days: 150 subjects opened, 1 closed.');
  });

  test('days without work have no bars', () => {
    expect(layOutDays([{ day: '2026-03-13', opened: 0, closed: 0 }])).toMatchObject({
      max: 0,
      columns: [{ openedHeight: 0, closedHeight: 0 }],
    });
  });
});

test('overview: reviews are counted by week, those before this week together', () => {
  const now = Date.parse('2027-03-17T12:00:00Z');
  const review = (dueAt: string, status: 'planned' | 'due' | 'overdue' = 'planned') => ({ dueAt, status });
  const weeks = reviewsByWeek(
    [
      review('2027-02-01T00:00:00Z', 'overdue'),
      review('2027-03-14T23:59:59.999Z', 'due'),
      review('2027-03-15T00:00:00.000Z', 'due'),
      review('2027-03-28T00:00:00.000Z'),
    ],
    { now, weeks: 2 },
  );

  expect(weeks).toEqual([
    { monday: null, reviews: 2, overdue: 1 },
    { monday: '2027-03-15', reviews: 1, overdue: 0 },
    { monday: '2027-03-22', reviews: 1, overdue: 0 },
  ]);
  expect(reviewsByWeek([], { now, weeks: 1 })).toEqual([{ monday: '2027-03-15', reviews: 0, overdue: 0 }]);
});
