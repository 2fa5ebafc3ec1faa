import { Metrics } from '@aws-lambda-powertools/metrics';
import { assertWithinRates, type Bucket } from '#shared/platform/rate-limit/rate-limiter.ts';

/**
 * One process of a function, which handles requests one after another as Lambda has it. The test sets its
 * clock, so that it does not matter how long anything takes.
 */
export interface Turn {
  nowMs: number;
  /** The buckets of each request, by the name of its caller. */
  requests: { caller: string; buckets: Bucket[] }[];
}

export interface TurnResult {
  admitted: Record<string, number>;
  refused: Record<string, number>;
  unchecked: number;
}

let unchecked = 0;
Metrics.prototype.addMetric = function (name) {
  if (name === 'RatesUnchecked') unchecked += 1;
  return this;
};
Metrics.prototype.publishStoredMetrics = function () {
  return this;
};

process.on('message', async ({ nowMs, requests }: Turn) => {
  Date.now = () => nowMs;
  unchecked = 0;
  const admitted: TurnResult['admitted'] = {};
  const refused: TurnResult['refused'] = {};
  for (const { caller, buckets } of requests) {
    const counts = await assertWithinRates(buckets).then(
      () => admitted,
      () => refused,
    );
    counts[caller] = (counts[caller] ?? 0) + 1;
  }
  process.send?.({ admitted, refused, unchecked } satisfies TurnResult);
});
process.send?.('ready');
