import { expect, test } from 'vitest';
import { estimateOf, recallOf } from '#shared/risk/quality-estimates.ts';

/** 40 flagged, of which 30 are labelled; 960 others, of which some were drawn at random. */
const FLAGGED = { assessed: 40, cases: { positives: 24, negatives: 6 } };
const others = (positives: number, negatives: number) => ({ assessed: 960, cases: { positives, negatives } });

test('estimates: fewer than 20 cases have no share, and say so', () => {
  expect(estimateOf(3, 19)).toEqual({ share: null, low: null, high: null, count: 3, of: 19, absentBecause: 'too_few' });
  expect(estimateOf(0, 20)).toEqual({ share: 0, low: 0, high: 0.1611, count: 0, of: 20, absentBecause: null });
});

test('estimates: recall weighs what was not flagged by its number, not by how much of it was examined', () => {
  // 32 of 40 flagged and 9.6 of 960 others are positive, although only one of them was found.
  expect(recallOf(FLAGGED, others(1, 99))).toEqual({
    share: 0.7692,
    low: 0.3241,
    high: 0.9552,
    count: 24,
    of: 25,
    absentBecause: null,
  });
});

test('estimates: recall is absent if others were not sampled, flagged ones not labelled, or nothing is positive', () => {
  expect(recallOf(FLAGGED, others(1, 18)).absentBecause).toBe('not_sampled');
  expect(recallOf({ assessed: 40, cases: { positives: 9, negatives: 10 } }, others(1, 99)).absentBecause).toBe(
    'too_few',
  );
  expect(recallOf({ assessed: 40, cases: { positives: 0, negatives: 30 } }, others(0, 50)).absentBecause).toBe(
    'no_positives',
  );
  expect(recallOf({ assessed: 0, cases: { positives: 0, negatives: 0 } }, others(1, 99))).toMatchObject({
    share: null,
    absentBecause: 'too_few',
  });
});
