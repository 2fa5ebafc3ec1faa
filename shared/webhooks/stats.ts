import * as z from 'zod';
import { bucketOf, type HistogramScale, quantileOf } from '#shared/platform/histogram.ts';
import { Timestamp } from '#shared/platform/http/shapes.ts';
import { STATS_HOURS } from './limits.ts';
import { isSuccess, type Outcome } from './outcome.ts';

const HOUR_MS = 60 * 60 * 1000;

/**
 * Latency in milliseconds, each bound about one and a half times the one before; slower attempts are in one more
 * bucket. The last bucket ends with the deadline of an attempt, and a little for ending it: what is slower than the last
 * bound timed out.
 */
const LATENCY: HistogramScale = {
  bounds: [10, 15, 25, 40, 60, 100, 150, 250, 400, 600, 1_000, 1_500, 2_500, 4_000, 6_000, 10_000],
  longest: 10_050,
};

/** What one attempt adds to the counters of its hour. */
export function countsOf(outcome: Outcome): Record<string, number> {
  const result = isSuccess(outcome) ? { succeeded: 1 } : { failed: 1 };
  // A refused connection says nothing about how long the receiver takes.
  const isTimed = outcome.status !== null || outcome.error === 'timeout';
  return isTimed ? { ...result, [bucketName(bucketOf(outcome.latencyMs, LATENCY))]: 1 } : result;
}

const bucketName = (bucket: number) => `latency${bucket}`;

export interface HourCounts {
  succeeded: number;
  failed: number;
  /** Attempts by bucket of latency. */
  latencies: readonly number[];
}

const NO_ATTEMPTS: HourCounts = {
  succeeded: 0,
  failed: 0,
  latencies: Array.from({ length: LATENCY.bounds.length + 1 }, () => 0),
};

const count = z.number().default(0);
const CounterRow = z.looseObject({ succeeded: count, failed: count }).transform(({ succeeded, failed, ...rest }) => ({
  succeeded,
  failed,
  latencies: NO_ATTEMPTS.latencies.map((_, bucket) => count.parse(rest[bucketName(bucket)])),
}));

export const parseCounts = (row: unknown): HourCounts => CounterRow.parse(row);

export const sumOf = (counts: readonly HourCounts[]): HourCounts =>
  counts.reduce(
    (sum, one) => ({
      succeeded: sum.succeeded + one.succeeded,
      failed: sum.failed + one.failed,
      latencies: sum.latencies.map((value, bucket) => value + (one.latencies[bucket] ?? 0)),
    }),
    NO_ATTEMPTS,
  );

/** The 95th percentile; null without attempts. */
export const p95Of = (latencies: readonly number[]): number | null => quantileOf(latencies, 0.95, LATENCY);

/** The hour of a time: `2026-03-14T09`. */
export const hourOf = (at: Date) => at.toISOString().slice(0, 13);

/** The last hours, the current one included, oldest first. */
export const lastHours = (now: Date, hours: number): string[] =>
  Array.from({ length: hours }, (_, index) => hourOf(new Date(now.getTime() - (hours - 1 - index) * HOUR_MS)));

const Counts = z.object({
  succeeded: z.int().describe('Attempts that the receiver answered with a status from 200 to 299.'),
  failed: z.int().describe('Attempts that failed. A delivery has up to five.'),
  p95LatencyMs: z
    .int()
    .nullable()
    .describe(
      '95th percentile of the response time, timeouts included; null without a response. An estimate from a ' +
        'histogram.',
    ),
});

const TOTAL = { succeeded: 1_204, failed: 3, p95LatencyMs: 187 };

export const WebhookStats = z
  .object({
    webhookId: z.uuid(),
    total: Counts,
    hours: z
      .array(z.object({ hour: Timestamp.describe('Start of the hour.'), ...Counts.shape }))
      .describe('Every hour, oldest first. Hours begin on the hour; the last one is the current hour so far.'),
  })
  .meta({
    id: 'WebhookStats',
    examples: [
      {
        webhookId: '019ced2d-1f00-7a00-8a00-6f1c2b9a4e00',
        total: TOTAL,
        hours: [{ hour: '2026-03-14T09:00:00.000Z', ...TOTAL }],
      },
    ],
  });
export type WebhookStats = z.infer<typeof WebhookStats>;

export const StatsQuery = z.strictObject({
  hours: z
    .string()
    .refine((text) => /^[1-9]\d{0,2}$/.test(text) && Number(text) <= STATS_HOURS, {
      error: `must be a whole number from 1 to ${STATS_HOURS}`,
    })
    .transform(Number)
    .default(STATS_HOURS)
    .meta({ type: 'integer', minimum: 1, maximum: STATS_HOURS, default: STATS_HOURS }),
});

/** The counters of a webhook by hour, with hours without attempts. */
export function presentStats(
  webhookId: string,
  hours: readonly string[],
  counted: ReadonlyMap<string, HourCounts>,
): WebhookStats {
  const shown = ({ latencies, ...counts }: HourCounts) => ({
    ...counts,
    p95LatencyMs: p95Of(latencies),
  });
  return {
    webhookId,
    total: shown(sumOf([...counted.values()])),
    hours: hours.map((hour) => ({
      hour: `${hour}:00:00.000Z`,
      ...shown(counted.get(hour) ?? NO_ATTEMPTS),
    })),
  };
}
