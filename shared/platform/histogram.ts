/**
 * Histograms of durations. Counts by bucket can be added up over rows and days; a percentile cannot, so it is computed
 * from the sum.
 */
export interface HistogramScale {
  /** Upper bounds, ascending. Stored rows name buckets by number, so a bound never changes. */
  bounds: readonly number[];
  /** Where the bucket behind the last bound is taken to end. */
  longest: number;
}

export const bucketOf = (value: number, { bounds }: HistogramScale): number => {
  const found = bounds.findIndex((bound) => value <= bound);
  return found === -1 ? bounds.length : found;
};

/** Interpolated within its bucket as Prometheus does (`histogram_quantile`); null without values. */
export function quantileOf(counts: readonly number[], quantile: number, scale: HistogramScale): number | null {
  const { bounds, longest } = scale;
  const total = counts.reduce((sum, one) => sum + one, 0);
  if (total === 0) return null;
  const rank = total * quantile;
  let below = 0;
  for (const [bucket, inBucket] of counts.entries()) {
    if (inBucket > 0 && below + inBucket >= rank) {
      const from = bounds[bucket - 1] ?? 0;
      const to = bounds[bucket] ?? longest;
      return Math.round(from + ((rank - below) / inBucket) * (to - from));
    }
    below += inBucket;
  }
  return longest;
}
