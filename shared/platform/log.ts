import { Logger } from '@aws-lambda-powertools/logger';
import { Metrics, MetricUnit } from '@aws-lambda-powertools/metrics';
import type { DueLineName, MetricName } from '../metrics.ts';
import { publishedVersion } from './environment.ts';

export type { DueLineName };

/**
 * The log line of a finished request or message. Its fields are an allow-list: there is none for a name, a
 * value, a reason, a secret or a body.
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
  /** Keyed hash of the caller's address, with a key that changes daily. Never the address. */
  addressHash?: string;
}

const logger = new Logger();
const metrics = new Metrics();

export function logOutcome(outcome: Outcome): void {
  logger.info('finished', { ...outcome });
}

/** One attempt of a delivery. The response of the receiver is stored in the history, not logged. */
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

/** A failed download from a publisher. It is retried on schedule, so it is not a defect. */
export function logUnfetched(unfetched: { list: string; code: string }): void {
  logger.warn('unfetched', { ...unfetched });
}

/** A file was sealed without the timestamp, or the data to verify it later, that the stage asks for. */
export function logSealDowngrade(documentId: string, { lacks, reason }: { lacks: string; reason: string }): void {
  measure('DependencyFailures', 1);
  logger.warn(`sealed without ${lacks}`, { documentId, reason });
}

/** Differences between the shard plan of this function and the stored one: kinds, numbers and times. */
export function logShardPlan(differences: readonly string[]): void {
  logger.error('shard plan differs', { differences });
}

const FRAMES = 12;
const FRAMES_OF_A_CAUSE = 5;
const CAUSES = 24;
/** Few of each, so that all steps of a tick are shown, however many rows failed in the first. */
const MEMBERS = 3;
/** An error may be its own cause. */
const DEPTH = 4;

/**
 * Logs a defect with type and stack but without the message, which may quote input. Its causes are logged
 * in the same way, because many workers throw an aggregate of failures. It also counts a metric: Lambda
 * sees a caught error as a success, which raises no alarm.
 */
export function logDefect(operation: string, requestId: string, error: unknown): void {
  logError('defect', { operation, requestId }, error);
  measure('Defects', 1);
  measureFailure();
}

/**
 * Logs, like a defect, a failure outside the code: email, the language model, object storage or a queue. An
 * operator has to know of it, but no other release would change it, so it does not roll one back.
 */
export function logDependencyFailure(operation: string, requestId: string, error: unknown): void {
  logError('dependency failure', { operation, requestId }, error);
  measure('DependencyFailures', 1);
}

function logError(message: string, place: { operation: string; requestId: string }, error: unknown): void {
  const causes = causesOf(error).slice(0, CAUSES);
  logger.error(message, {
    ...place,
    ...traceOf(error, FRAMES),
    ...(causes.length > 0 && { causes: causes.map((cause) => traceOf(cause, FRAMES_OF_A_CAUSE)) }),
  });
}

/**
 * Counts a failure of this version of the function, for the alarm that rolls its release back. Functions without
 * published versions, such as workers, count none.
 */
export function measureFailure(): void {
  const name: MetricName = 'Failures';
  const published = publishedVersion();
  if (!published) return;
  const { fn, version } = published;
  const metric = metrics.singleMetric().addDimension('function', fn).addDimension('version', version);
  metric.addMetric(name, MetricUnit.Count, 1);
}

/** Published at once, because the process serves other messages concurrently. */
export function measure(name: MetricName, count: number): void {
  metrics.addMetric(name, MetricUnit.Count, count);
  metrics.publishStoredMetrics();
}

/** Reported by every tick, also with nothing due, so that the alarm returns to OK. */
export function measureOldestDue(line: DueLineName, seconds: number): void {
  const name: MetricName = 'OldestDueSeconds';
  metrics.singleMetric().addDimension('line', line).addMetric(name, MetricUnit.Seconds, seconds);
}

function traceOf(error: unknown, count: number) {
  const { name, stack } = error instanceof Error ? error : new Error(String(typeof error));
  const frames = (stack ?? '').split('\n').filter((line) => line.startsWith('    at '));
  return { errorName: name, frames: frames.slice(0, count) };
}

/** The causes of an error, each followed by its own causes. */
function causesOf(error: unknown, depth = 0): unknown[] {
  if (!(error instanceof Error) || depth === DEPTH) return [];
  const members = error instanceof AggregateError ? error.errors.slice(0, MEMBERS) : [];
  const causes = error.cause === undefined ? members : [...members, error.cause];
  return causes.flatMap((cause) => [cause, ...causesOf(cause, depth + 1)]);
}
