import { expect, inject, onTestFinished, test, vi } from 'vitest';
import { awsClient } from '#packages/local-aws/src/aws/aws-client.ts';
import { startQueueSource } from '#packages/local-aws/src/events/queue-source.ts';
import { startSchedules } from '#packages/local-aws/src/events/schedules.ts';
import { streamShards } from '#packages/local-aws/src/harsh/stream-shards.ts';
import { createResources } from '#packages/local-aws/src/resources.ts';
import { identityOf } from '#packages/local-aws/src/template/identities.ts';

test('stream shards: records of one key stay together and in order', () => {
  const records = Array.from({ length: 200 }, (_, index) => ({
    eventName: 'INSERT',
    dynamodb: { SequenceNumber: String(index), Keys: { pk: { S: `key ${index % 20}` } } },
  }));

  const parts = streamShards(4)(records);

  expect(parts).toHaveLength(4);
  expect(parts.flat()).toHaveLength(200);
  const keyOf = (record: object) =>
    records.find(({ dynamodb }) => 'dynamodb' in record && dynamodb === record.dynamodb)?.dynamodb.Keys.pk.S;
  const shardsOf = Map.groupBy(
    parts.flatMap((part, shard) => part.map((record) => ({ shard, key: keyOf(record), ...record.dynamodb }))),
    ({ key }) => key,
  );
  for (const [, ofKey] of shardsOf) {
    expect(new Set(ofKey.map(({ shard }) => shard)).size).toBe(1);
    const numbers = ofKey.map(({ SequenceNumber }) => Number(SequenceNumber));
    expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
  }
});

test('duplicates: a message is delivered twice and deleted once', async () => {
  const queues = awsClient(inject('queueEndpoint'), 'operator');
  const name = `harsh-${Date.now()}`;
  const type = 'AWS::SQS::Queue';
  const queue = {
    type,
    name,
    properties: {},
    asset: undefined,
    identity: identityOf(type, name, inject('queueEndpoint')),
  };
  await createResources({ tables: [], queues: [queue], buckets: [] }, { dynamo: queues, queues, bucketEndpoint: '' });
  const seen: string[] = [];
  const source = startQueueSource(
    {
      name: 'source',
      EventSourceArn: queue.identity.attributes.Arn ?? '',
      FunctionName: 'fn',
      FunctionResponseTypes: [],
      BisectBatchOnFunctionError: false,
    },
    queue.identity.ref,
    {
      client: queues,
      report: (problem) => seen.push(problem),
      invoke: async (event) => {
        const { Records } = event as { Records: { messageId: string; body: string }[] };
        seen.push(...Records.map(({ body }) => body));
      },
      harsh: { isDuplicate: () => true, splitStream: (records) => [[...records]] },
    },
  );
  onTestFinished(source.stop);

  await queues.call('sqs', 'SendMessage', { QueueUrl: queue.identity.ref, MessageBody: 'a' });

  await expect.poll(() => seen).toEqual(['a', 'a']);
});

test('duplicates: a scheduled event is delivered twice, with the same id', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const ids: unknown[] = [];
  const schedule = {
    name: 'tick',
    arn: 'arn:tick',
    expression: 'rate(1 minute)',
    targets: [{ functionName: 'tick', input: undefined }],
  };
  const { stop } = startSchedules(
    [schedule],
    () => new Date(),
    async (_name, event) => ids.push((event as { id: string }).id),
    () => true,
  );
  onTestFinished(stop);

  await vi.advanceTimersByTimeAsync(60_000);

  expect(ids).toHaveLength(2);
  expect(ids[0]).toBe(ids[1]);
});
