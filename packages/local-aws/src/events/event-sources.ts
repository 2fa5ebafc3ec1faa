import { setTimeout as sleep } from 'node:timers/promises';
import type { AwsClient } from '../aws/aws-client.ts';
import type { EventSourceBlueprint } from '../template/blueprint.ts';
import { matchesPattern, parsePattern } from './event-pattern.ts';
import type { StreamRecord } from './stream-batch.ts';

/** A queue or stream that triggers a function until it is stopped. */
export interface EventSource {
  /** ARN of the queue or stream. */
  arn: string;
  /** Reads now, because there may be new records. */
  poll(): void;
  /** Reads now, and resolves when everything has been processed that a stream had by then. */
  caughtUp(): Promise<void>;
  stop(): Promise<void>;
}

/** Dependencies of an event source. It reads with the role of the function, as Lambda does. */
export interface EventSourceTools {
  client: AwsClient;
  invoke(event: unknown): Promise<unknown>;
  report(problem: string): void;
  harsh?: SourceHarshness | undefined;
}

/** Faults of harsh mode for event sources. */
export interface SourceHarshness {
  /** Whether a message is delivered twice. */
  isDuplicate(): boolean;
  /** Splits records of a stream into groups that are delivered concurrently. */
  splitStream(records: readonly StreamRecord[]): StreamRecord[][];
}

const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 30_000;

/**
 * Repeats a round until it is stopped. A failure is reported and followed by an increasing pause. A
 * connection that breaks, as on a busy machine, is a failure if the next one breaks too.
 */
export function repeat(
  round: (signal: AbortSignal) => Promise<void>,
  report: (problem: string) => void,
): () => Promise<void> {
  const controller = new AbortController();
  const { signal } = controller;
  const done = (async () => {
    let pauseMs = FIRST_PAUSE_MS;
    let failures = 0;
    while (!signal.aborted) {
      try {
        await round(signal);
        pauseMs = FIRST_PAUSE_MS;
        failures = 0;
      } catch (error) {
        if (signal.aborted) return;
        failures += 1;
        if (failures > 1 || !isBrokenConnection(error))
          report(error instanceof Error ? `${error.name}: ${error.message}` : String(error));
        await pause(pauseMs, signal);
        pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
      }
    }
  })();
  return () => {
    controller.abort();
    return done;
  };
}

/** Node's `fetch` throws a TypeError with the cause if it gets no answer. */
const isBrokenConnection = (error: unknown) => error instanceof TypeError && error.cause !== undefined;

/** Sleeps until the time is over or the signal aborts. */
export const pause = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  sleep(milliseconds, undefined, { signal }).catch(() => undefined);

export const reportsFailures = ({ FunctionResponseTypes }: EventSourceBlueprint) =>
  FunctionResponseTypes.includes('ReportBatchItemFailures');

/** Whether a record matches at least one filter. */
export function filterOf({ FilterCriteria }: EventSourceBlueprint): (record: unknown) => boolean {
  const patterns = FilterCriteria?.Filters.map(({ Pattern }) => parsePattern(Pattern));
  if (!patterns) return () => true;
  return (record) => patterns.some((pattern) => matchesPattern(pattern, record));
}
