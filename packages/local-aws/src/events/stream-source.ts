import { randomUUID } from 'node:crypto';
import type { EventSourceBlueprint } from '../template/blueprint.ts';
import { ACCOUNT, REGION } from '../template/identities.ts';
import { type EventSource, type EventSourceTools, filterOf, pause, repeat, reportsFailures } from './event-sources.ts';
import { type BatchRules, deliverBatch, type StreamRecord } from './stream-batch.ts';
import { type Positions, StreamReader } from './stream-reader.ts';

const DEFAULT_BATCH_SIZE = 100;
const IDLE_MS = 1_000;
/** Lambda reads a shard four times a second, so that a busy stream fills its batches. */
const GATHERING_MS = 100;
const FIRST_RETRY_MS = 100;
const LONGEST_RETRY_MS = 5_000;

export interface StreamSourceOptions {
  /** ARN of the stream in the engine. */
  streamArn: string;
  positions: Positions;
  savePositions(): void;
  /** URL of the on-failure queue. */
  onFailureUrl: string | undefined;
}

/** Reads a table's stream in order and invokes the function with batches of matching records. */
export function startStreamSource(
  blueprint: EventSourceBlueprint,
  { streamArn, positions, savePositions, onFailureUrl }: StreamSourceOptions,
  { client, invoke, report, harsh }: EventSourceTools,
): EventSource {
  const { EventSourceArn, BatchSize = DEFAULT_BATCH_SIZE } = blueprint;
  const reader = new StreamReader(client, streamArn, positions);
  const passes = filterOf(blueprint);
  let nap = new AbortController();

  const rulesFor = (shardId: string, signal: AbortSignal): BatchRules => ({
    invoke: (records) => invoke({ Records: records }),
    reportsFailures: reportsFailures(blueprint),
    bisects: blueprint.BisectBatchOnFunctionError,
    maxRetries: blueprint.MaximumRetryAttempts,
    isStopped: () => signal.aborted,
    waitBeforeRetry: (attempt) => pause(Math.min(FIRST_RETRY_MS * 2 ** attempt, LONGEST_RETRY_MS), signal),
    discard: async (records) => {
      report(`gave up on ${records.length} records of ${EventSourceArn}`);
      if (onFailureUrl === undefined) return;
      const MessageBody = JSON.stringify(discardNotice(records, shardId, blueprint));
      await client.call('sqs', 'SendMessage', { QueueUrl: onFailureUrl, MessageBody });
    },
  });

  const deliver = async (shardId: string, read: StreamRecord[], signal: AbortSignal) => {
    const records = read
      .map((record) => ({ ...record, awsRegion: REGION, eventSourceARN: EventSourceArn }))
      .filter(passes);
    const parts = harsh ? harsh.splitStream(records) : [records];
    const ended = await Promise.all(
      parts.map((part, index) => deliverPart(part, rulesFor(harsh ? `${shardId}-${index}` : shardId, signal))),
    );
    return ended.every(Boolean);
  };

  const deliverPart = async (records: readonly StreamRecord[], rules: BatchRules) => {
    for (let start = 0; start < records.length; start += BatchSize) {
      const batch = records.slice(start, start + BatchSize);
      if (!(await deliverBatch(batch, rules))) return false;
    }
    return true;
  };

  const waiting: (() => void)[] = [];
  const stop = repeat(async (signal) => {
    nap = new AbortController();
    // Who asks during this round waits for the next one.
    const asked = waiting.splice(0);
    let count = 1;
    try {
      count = await reader.read((shardId, records) => deliver(shardId, records, signal));
    } finally {
      if (count === 0) for (const resolve of asked) resolve();
      else waiting.push(...asked);
    }
    if (count === 0) return pause(IDLE_MS, AbortSignal.any([signal, nap.signal]));
    savePositions();
    if (waiting.length === 0) await pause(GATHERING_MS, signal);
  }, report);

  return {
    arn: EventSourceArn,
    poll: () => nap.abort(),
    caughtUp: () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      waiting.push(resolve);
      nap.abort();
      return promise;
    },
    stop,
  };
}

/**
 * The message Lambda sends to the on-failure destination: the position of the records, not the
 * records.
 */
const discardNotice = (
  records: readonly StreamRecord[],
  shardId: string,
  { EventSourceArn, FunctionName }: EventSourceBlueprint,
) => ({
  requestContext: {
    requestId: randomUUID(),
    functionArn: `arn:aws:lambda:${REGION}:${ACCOUNT}:function:${FunctionName}`,
    condition: 'RetryAttemptsExhausted',
  },
  version: '1.0',
  timestamp: new Date().toISOString(),
  DDBStreamBatchInfo: {
    shardId,
    startSequenceNumber: records[0]?.dynamodb.SequenceNumber,
    endSequenceNumber: records.at(-1)?.dynamodb.SequenceNumber,
    batchSize: records.length,
    streamArn: EventSourceArn,
  },
});
