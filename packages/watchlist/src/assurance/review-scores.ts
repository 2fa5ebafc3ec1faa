/** The range of `reviewScore` that results are given for. */
export const LOWEST_REVIEW_SCORE = 55;
export const HIGHEST_REVIEW_SCORE = 90;
const SCORES = HIGHEST_REVIEW_SCORE - LOWEST_REVIEW_SCORE + 1;

export const REVIEW_SCORES: readonly number[] = Array.from({ length: SCORES }, (_, at) => LOWEST_REVIEW_SCORE + at);

/** Counts of scores: the first is of those below the range, the last of the highest of the range and all above. */
export const emptyCounts = (): number[] => new Array(SCORES + 1).fill(0);

export function countScore(counts: number[], score: number): void {
  const place = Math.min(Math.max(score - LOWEST_REVIEW_SCORE + 1, 0), SCORES);
  counts[place] = (counts[place] ?? 0) + 1;
}

export const sumOfCounts = (counts: readonly number[]) => counts.reduce((sum, count) => sum + count, 0);

/** For every review score of the range, how many reach it. */
export function reachedAt(counts: readonly number[]): number[] {
  const reached: number[] = [];
  let sum = 0;
  for (let at = SCORES; at > 0; at -= 1) {
    sum += counts[at] ?? 0;
    reached.unshift(sum);
  }
  return reached;
}
