import { createHash } from 'node:crypto';
import type { StreamRecord } from '../events/stream-batch.ts';
import { textIn } from './dynamo-request.ts';

/** Splits records of a stream into groups that are delivered concurrently. */
export type SplitStream = (records: readonly StreamRecord[]) => StreamRecord[][];

/**
 * Like a table with several partitions: records of one partition key stay in order, others do not.
 */
export const streamShards =
  (count: number): SplitStream =>
  (records) => [...Map.groupBy(records, (record) => shardOf(record, count)).values()];

function shardOf({ dynamodb }: StreamRecord, count: number): number {
  const keys = (dynamodb.Keys ?? {}) as Record<string, unknown>;
  const pk = textIn(keys.pk) ?? JSON.stringify(keys);
  return createHash('sha256').update(pk).digest().readUInt32BE() % count;
}
