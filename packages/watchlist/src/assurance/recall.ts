import { wilson } from '@assay/foundation/wilson';
import type { Expectation } from './classes.ts';
import { HIGHEST_REVIEW_SCORE, LOWEST_REVIEW_SCORE } from './review-scores.ts';

/** The share that a class has to reach at the review score. */
export const LEAST_RECALL: Record<Expectation, number> = { must: 0.95, should: 0.8, not_expected: 0 };

/** `short`: less is found than expected, beyond chance. `untested`: no listed record allowed such a case. */
export const CLASS_STATUSES = ['as_expected', 'short', 'untested'] as const;

/** Of values for each review score of the range, that of the closest one. */
export const atScore = (values: readonly number[], reviewScore: number): number => {
  const place = Math.min(Math.max(reviewScore, LOWEST_REVIEW_SCORE), HIGHEST_REVIEW_SCORE) - LOWEST_REVIEW_SCORE;
  return values[place] ?? 0;
};

/** What a class finds at a review score, and whether that is what is expected of it. */
export function recallAt(
  { expected, cases, foundAt }: { expected: Expectation; cases: number; foundAt: readonly number[] },
  reviewScore: number,
) {
  const found = atScore(foundAt, reviewScore);
  const interval = wilson(found, cases);
  const status: (typeof CLASS_STATUSES)[number] =
    cases === 0 ? 'untested' : interval.high < LEAST_RECALL[expected] ? 'short' : 'as_expected';
  return { status, found, recall: cases === 0 ? null : found / cases, ...interval };
}
