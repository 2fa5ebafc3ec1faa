import { setTimeout as sleep } from 'node:timers/promises';
import type { AwsClient } from '#infra/local/aws/aws-client.ts';
import type { EventSourceBlueprint } from '#infra/local/template/blueprint.ts';
import { matchesPattern, parsePattern } from './event-pattern.ts';
import type { StreamRecord } from './stream-batch.ts';

/** A queue or stream that wakes a function, until it is stopped. */
export interface EventSource {
  /** The resource it reads. */
  arn: string;
  /** There may be something to read. */
  wake(): void;
  stop(): Promise<void>;
}

/**
 * What an event source works with. It reads as the function, as Lambda does: with that one's role.
 */
export interface EventSourceTools {
  client: AwsClient;
  invoke(event: unknown): Promise<unknown>;
  report(problem: string): void;
  harsh?: SourceHarshness | undefined;
}

/** What harsh mode does to event sources. */
export interface SourceHarshness {
  /** Whether a message is delivered twice. */
  isDuplicate(): boolean;
  /** Splits what was read of a stream into parts that are delivered at the same time. */
  splitStream(records: readonly StreamRecord[]): StreamRecord[][];
}

const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 30_000;

/**
 * Does the same until it is told to stop; a failure is reported and slept over, longer each time.
 */
export function repeat(
  round: (signal: AbortSignal) => Promise<void>,
  report: (problem: string) => void,
): () => Promise<void> {
  const controller = new AbortController();
  const { signal } = controller;
  const done = (async () => {
    let pauseMs = FIRST_PAUSE_MS;
    while (!signal.aborted) {
      try {
        await round(signal);
        pauseMs = FIRST_PAUSE_MS;
      } catch (error) {
        if (signal.aborted) return;
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

/** Sleeps, but not through a stop. */
export const pause = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  sleep(milliseconds, undefined, { signal }).catch(() => undefined);

export const reportsFailures = ({ FunctionResponseTypes }: EventSourceBlueprint) =>
  FunctionResponseTypes.includes('ReportBatchItemFailures');

/** Whether a record passes the filters; one that matches is enough. */
export function filterOf({ FilterCriteria }: EventSourceBlueprint): (record: unknown) => boolean {
  const patterns = FilterCriteria?.Filters.map(({ Pattern }) => parsePattern(Pattern));
  if (!patterns) return () => true;
  return (record) => patterns.some((pattern) => matchesPattern(pattern, record));
}
