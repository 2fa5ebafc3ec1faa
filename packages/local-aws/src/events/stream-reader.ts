import * as z from 'zod';
import { type AwsClient, AwsError } from '../aws/aws-client.ts';
import type { StreamRecord } from './stream-batch.ts';

const RECORDS_PER_READ = 1_000;

/**
 * The iterator has expired or points before the oldest record. DynamoDB Local also reports the
 * latter for a stream that was empty, because it numbers the records of all tables in one sequence.
 */
const OUTDATED = ['ExpiredIteratorException', 'TrimmedDataAccessException'];

const Described = z.object({
  StreamDescription: z.object({
    Shards: z.array(z.object({ ShardId: z.string(), ParentShardId: z.string().optional() })),
    LastEvaluatedShardId: z.string().optional(),
  }),
});

const Records = z.object({
  Records: z.array(
    z.looseObject({
      eventName: z.string(),
      dynamodb: z.looseObject({ SequenceNumber: z.string() }),
    }),
  ),
  NextShardIterator: z.string().optional(),
});

/** Sequence number of the last processed record by shard. */
export type Positions = Record<string, string>;

interface Shard {
  id: string;
  parentId: string | undefined;
  iterator: string | undefined;
  isFinished: boolean;
}

/** Reads a stream shard by shard; the children of a shard only after the shard itself. */
export class StreamReader {
  readonly #client: AwsClient;
  readonly #streamArn: string;
  readonly #positions: Positions;
  readonly #shards = new Map<string, Shard>();
  #hasNews = true;

  constructor(client: AwsClient, streamArn: string, positions: Positions) {
    this.#client = client;
    this.#streamArn = streamArn;
    this.#positions = positions;
  }

  /** Reads every due shard once; `deliver` returns whether the records were processed. */
  async read(deliver: (shardId: string, records: StreamRecord[]) => Promise<boolean>) {
    if (this.#hasNews) await this.#discover();
    let count = 0;
    for (const shard of this.#due()) {
      const { Records: records, NextShardIterator } = await this.#recordsOf(shard);
      const last = records.at(-1)?.dynamodb.SequenceNumber;
      if (last !== undefined && !(await deliver(shard.id, records))) return 0;
      if (last !== undefined) this.#positions[shard.id] = last;
      shard.iterator = NextShardIterator;
      shard.isFinished = NextShardIterator === undefined;
      this.#hasNews ||= shard.isFinished; // it may have children
      count += records.length;
    }
    return count;
  }

  #due(): Shard[] {
    return [...this.#shards.values()].filter(
      ({ isFinished, parentId }) =>
        !isFinished && (parentId === undefined || this.#shards.get(parentId)?.isFinished !== false),
    );
  }

  async #discover(): Promise<void> {
    let after: string | undefined;
    do {
      const input = { StreamArn: this.#streamArn, ExclusiveStartShardId: after };
      const answer = await this.#client.call('streams', 'DescribeStream', input);
      const { Shards, LastEvaluatedShardId } = Described.parse(answer).StreamDescription;
      for (const { ShardId: id, ParentShardId: parentId } of Shards)
        if (!this.#shards.has(id)) this.#shards.set(id, { id, parentId, iterator: undefined, isFinished: false });
      after = LastEvaluatedShardId;
    } while (after !== undefined);
    this.#hasNews = this.#due().length === 0;
  }

  async #recordsOf(shard: Shard) {
    try {
      shard.iterator ??= await this.#newIterator(shard.id, this.#positions[shard.id]);
      return await this.#recordsAt(shard.iterator);
    } catch (error) {
      if (!(error instanceof AwsError) || !OUTDATED.includes(error.name)) throw error;
      // From the oldest record: processing a record twice is better than missing one.
      shard.iterator = await this.#newIterator(shard.id, undefined);
      return this.#recordsAt(shard.iterator);
    }
  }

  async #recordsAt(ShardIterator: string) {
    const input = { ShardIterator, Limit: RECORDS_PER_READ };
    return Records.parse(await this.#client.call('streams', 'GetRecords', input));
  }

  async #newIterator(ShardId: string, position: string | undefined): Promise<string> {
    const answer = await this.#client.call('streams', 'GetShardIterator', {
      StreamArn: this.#streamArn,
      ShardId,
      ...(position === undefined
        ? { ShardIteratorType: 'TRIM_HORIZON' }
        : { ShardIteratorType: 'AFTER_SEQUENCE_NUMBER', SequenceNumber: position }),
    });
    return z.object({ ShardIterator: z.string() }).parse(answer).ShardIterator;
  }
}
