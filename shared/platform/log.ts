import { Logger } from '@aws-lambda-powertools/logger';
import { Metrics, MetricUnit } from '@aws-lambda-powertools/metrics';
import type { DueLineName, MetricName } from '../metrics.ts';

export type { DueLineName };

/**
 * What a finished request or message leaves in the log. The fields are the allow-list: a name, a value,
 * a reason, a secret or a body has no place to go.
 */
export interface Outcome {
  operation: string;
  status: number;
  durationMs: number;
  requestId: string;
  code?: string;
  organizationId?: string;
  mode?: string;
  principal?: string;
  isReplay?: boolean;
  /** Keyed hash of the caller's address, with another key every day. Never the address. */
  addressHash?: string;
}

const logger = new Logger();
const metrics = new Metrics();

export function logOutcome(outcome: Outcome): void {
  logger.info('finished', { ...outcome });
}

/** One attempt at a delivery. What the receiver answered stays in the history, not here. */
export function logAttempt(attempt: {
  deliveryId: string;
  attempt: number;
  status: number | null;
  error: string | null;
  latencyMs: number;
}): void {
  const { deliveryId, attempt: number, status, error, latencyMs } = attempt;
  logger.info('attempted', { deliveryId, attempt: number, status, outcome: error, latencyMs });
}

/** A publisher who did not answer, or not to the end. The clock asks again, so it is no defect. */
export function logUnfetched(unfetched: { list: string; code: string }): void {
  logger.warn('unfetched', { ...unfetched });
}

const FRAMES = 12;
const FRAMES_OF_A_CAUSE = 5;
const CAUSES = 24;
/** Few of each, so that every step of a tick has its say, however many rows failed in the first. */
const MEMBERS = 3;
/** An error may be its own cause. */
const DEPTH = 4;

/**
 * A defect: its type and stack, without the message, which may quote what a caller sent. What lies behind
 * it is told in the same way: many workers gather their failures, and then those say what went wrong. It
 * is counted too: to Lambda a failure that was caught and answered is a success, and wakes nobody.
 */
export function logDefect(operation: string, requestId: string, error: unknown): void {
  const causes = causesOf(error).slice(0, CAUSES);
  logger.error('defect', {
    ...{ operation, requestId, ...traceOf(error, FRAMES) },
    ...(causes.length > 0 && { causes: causes.map((cause) => traceOf(cause, FRAMES_OF_A_CAUSE)) }),
  });
  measure('Defects', 1);
}

/** Published at once: the same process serves other messages meanwhile. */
export function measure(name: MetricName, count: number): void {
  metrics.addMetric(name, MetricUnit.Count, count);
  metrics.publishStoredMetrics();
}

/** Reported by every tick, also when nothing is due: an alarm then knows that the line is short again. */
export function measureOldestDue(line: DueLineName, seconds: number): void {
  const name: MetricName = 'OldestDueSeconds';
  metrics.singleMetric().addDimension('line', line).addMetric(name, MetricUnit.Seconds, seconds);
}

function traceOf(error: unknown, count: number) {
  const { name, stack } = error instanceof Error ? error : new Error(String(typeof error));
  const frames = (stack ?? '').split('\n').filter((line) => line.startsWith('    at '));
  return { errorName: name, frames: frames.slice(0, count) };
}

/** What an error was made of, each followed by what that one was made of. */
function causesOf(error: unknown, depth = 0): unknown[] {
  if (!(error instanceof Error) || depth === DEPTH) return [];
  const members = error instanceof AggregateError ? error.errors.slice(0, MEMBERS) : [];
  const causes = error.cause === undefined ? members : [...members, error.cause];
  return causes.flatMap((cause) => [cause, ...causesOf(cause, depth + 1)]);
}
