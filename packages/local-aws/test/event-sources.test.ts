import { randomUUID } from 'node:crypto';
import { beforeEach, expect, inject, onTestFinished, test } from 'vitest';
import { type AwsClient, awsClient } from '../src/aws/aws-client.ts';
import type { EventSource, EventSourceTools } from '../src/events/event-sources.ts';
import { startQueueSource } from '../src/events/queue-source.ts';
import { startStreamSource } from '../src/events/stream-source.ts';
import { createResources, streamArnIn } from '../src/resources.ts';
import type { EventSourceBlueprint } from '../src/template/blueprint.ts';
import { identityOf } from '../src/template/identities.ts';
import type { TemplateResource } from '../src/template/template.ts';

const dynamo = awsClient(inject('dynamoEndpoint'), 'operator');
const queues = awsClient(inject('queueEndpoint'), 'operator');

let name: string;
let table: TemplateResource;
let queue: TemplateResource;
let deadLetters: TemplateResource;

beforeEach(async () => {
  name = `t${randomUUID()}`;
  table = aResource('AWS::DynamoDB::Table', name, {
    AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
    KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
    StreamSpecification: { StreamViewType: 'NEW_IMAGE' },
    TimeToLiveSpecification: { AttributeName: 'expiresAtSeconds', Enabled: true },
  });
  deadLetters = aResource('AWS::SQS::Queue', `${name}-dead`, {});
  const RedrivePolicy = {
    deadLetterTargetArn: deadLetters.identity.attributes.Arn,
    maxReceiveCount: 2,
  };
  queue = aResource('AWS::SQS::Queue', name, { VisibilityTimeout: 1, RedrivePolicy });
  const clients = { dynamo, queues, bucketEndpoint: inject('queueEndpoint') };
  const bucket = aResource('AWS::S3::Bucket', name, {});
  await createResources({ tables: [table], queues: [queue, deadLetters], buckets: [bucket] }, clients);
  // Everything is there already, and that is fine.
  await createResources({ tables: [table], queues: [queue, deadLetters], buckets: [bucket] }, clients);
});

test('messages that are done are deleted; one that keeps failing is moved to the dead-letter queue', async () => {
  const seen: string[][] = [];
  const { tools } = toolsFor(queues, async (event) => {
    const records = event.Records as { messageId: string; body: string }[];
    seen.push(records.map(({ body }) => body));
    const failed = records.filter(({ body }) => body === 'poison');
    return { batchItemFailures: failed.map(({ messageId }) => ({ itemIdentifier: messageId })) };
  });
  for (const MessageBody of ['a', 'poison', 'b'])
    await queues.call('sqs', 'SendMessage', { QueueUrl: queue.identity.ref, MessageBody });

  stopAfterwards(startQueueSource(aSource(queue.identity.attributes.Arn), queue.identity.ref, tools));

  await expect.poll(() => countOf(deadLetters)).toBe(1);
  expect(await countOf(queue)).toBe(0);
  expect(seen.flat().sort()).toEqual(['a', 'b', 'poison', 'poison']);
});

test('a function that fails outright leaves its messages in the queue', async () => {
  let attempts = 0;
  const { tools } = toolsFor(queues, async () => {
    attempts += 1;
    if (attempts === 1) throw new Error('not yet');
    return null;
  });
  await queues.call('sqs', 'SendMessage', { QueueUrl: queue.identity.ref, MessageBody: 'a' });

  stopAfterwards(startQueueSource(aSource(queue.identity.attributes.Arn), queue.identity.ref, tools));

  await expect.poll(() => attempts).toBe(2);
  await expect.poll(() => countOf(queue)).toBe(0);
});

test('a stream is read in order, filtered, from where the last start left it', async () => {
  const keys: string[] = [];
  const { tools } = toolsFor(dynamo, async ({ Records }) => {
    for (const record of Records as { dynamodb: { Keys: { pk: { S: string } } } }[])
      keys.push(record.dynamodb.Keys.pk.S);
    return { batchItemFailures: [] };
  });
  const positions = {};
  const streamArn = await streamArnIn(dynamo, name);
  const options = { streamArn, positions, savePositions: () => undefined, onFailureUrl: undefined };
  const Pattern = JSON.stringify({
    dynamodb: { NewImage: { searchable: { S: [{ exists: true }] } } },
  });
  const blueprint = {
    ...aSource(table.identity.attributes.StreamArn),
    FilterCriteria: { Filters: [{ Pattern }] },
  };

  for (const pk of ['a', 'b', 'c']) await put(pk, { searchable: { S: 'yes' } });
  await put('hidden', {});
  const first = startStreamSource(blueprint, options, tools);
  await expect.poll(() => keys).toEqual(['a', 'b', 'c']);
  await first.stop();

  await put('d', { searchable: { S: 'yes' } });
  const second = stopAfterwards(startStreamSource(blueprint, options, tools));
  await expect.poll(() => keys).toEqual(['a', 'b', 'c', 'd']);
  await put('e', { searchable: { S: 'yes' } });
  second.poll();
  await expect.poll(() => keys).toEqual(['a', 'b', 'c', 'd', 'e']);
  await put('f', { searchable: { S: 'yes' } });
  await second.caughtUp();
  expect(keys).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
});

test('a record that fails too often is announced on the on-failure queue, and the rest goes on', async () => {
  const done: string[] = [];
  const { tools, reports } = toolsFor(both(), async ({ Records }) => {
    const batch = Records as { dynamodb: { Keys: { pk: { S: string } } } }[];
    const pks = batch.map(({ dynamodb }) => dynamodb.Keys.pk.S);
    if (pks.includes('poison')) throw new Error('poison');
    done.push(...pks);
  });
  for (const pk of ['a', 'poison', 'b']) await put(pk, {});
  const blueprint = {
    ...aSource(table.identity.attributes.StreamArn),
    BisectBatchOnFunctionError: true,
    MaximumRetryAttempts: 1,
  };

  stopAfterwards(
    startStreamSource(
      blueprint,
      {
        streamArn: await streamArnIn(dynamo, name),
        positions: {},
        savePositions: () => undefined,
        onFailureUrl: deadLetters.identity.ref,
      },
      tools,
    ),
  );

  await expect.poll(() => done).toEqual(['a', 'b']);
  expect(await countOf(deadLetters)).toBe(1);
  expect(reports).toEqual([`gave up on 1 records of ${table.identity.attributes.StreamArn}`]);
});

interface Event {
  Records: unknown;
}

function toolsFor(client: AwsClient, invoke: (event: Event) => Promise<unknown>) {
  const reports: string[] = [];
  const tools: EventSourceTools = {
    client,
    invoke: (event) => invoke(event as Event),
    report: (problem) => reports.push(problem),
  };
  return { tools, reports };
}

/** Streams and queues in one, as the front has them. */
function both(): AwsClient {
  return {
    call: (service, ...rest) => (service === 'sqs' ? queues : dynamo).call(service, ...rest),
  };
}

function aSource(EventSourceArn = ''): EventSourceBlueprint {
  return {
    name: 'source',
    EventSourceArn,
    FunctionName: 'fn',
    BatchSize: 10,
    FunctionResponseTypes: ['ReportBatchItemFailures'],
    BisectBatchOnFunctionError: false,
  };
}

function aResource(type: string, resourceName: string, properties: Record<string, unknown>): TemplateResource {
  const identity = identityOf(type, resourceName, inject('queueEndpoint'));
  return { type, name: resourceName, identity, properties, asset: undefined };
}

function stopAfterwards(source: EventSource): EventSource {
  onTestFinished(() => source.stop());
  return source;
}

const put = (pk: string, more: object) =>
  dynamo.call('dynamodb', 'PutItem', { TableName: name, Item: { pk: { S: pk }, ...more } });

/** Messages of a queue, whether they can be seen at the moment or not. */
async function countOf({ identity }: TemplateResource): Promise<number> {
  const AttributeNames = ['ApproximateNumberOfMessages', 'ApproximateNumberOfMessagesNotVisible'];
  const input = { QueueUrl: identity.ref, AttributeNames };
  const { Attributes } = (await queues.call('sqs', 'GetQueueAttributes', input)) as {
    Attributes: Record<string, string>;
  };
  return AttributeNames.reduce((sum, attribute) => sum + Number(Attributes[attribute]), 0);
}
