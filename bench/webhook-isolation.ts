import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { UpdateTableCommand } from '@aws-sdk/client-dynamodb';
import { DeleteMessageBatchCommand, ReceiveMessageCommand } from '@aws-sdk/client-sqs';
import type { DynamoDBStreamEvent, SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { handler as deliverTroubled } from '#functions/workers/deliver-troubled-webhook.ts';
import { handler as deliver } from '#functions/workers/deliver-webhook.ts';
import { handler as dispatch } from '#functions/workers/dispatch-outbox.ts';
import { awsClient } from '#infra/local/aws/aws-client.ts';
import { StreamReader } from '#infra/local/events/stream-reader.ts';
import { workers } from '#infra/workers.ts';
import { verifyWebhook } from '#shared/client/index.ts';
import { dynamoClient, queueClient } from '#shared/platform/aws-clients.ts';
import { queueUrlOf, tableNameOf } from '#shared/platform/environment.ts';
import { riskRoutes } from '#shared/risk/routes.ts';
import { webhookRoutes } from '#shared/webhooks/routes.ts';
import { type Credential, call, keyOf } from '#test/support/api.ts';
import { type Receiver, startReceiver } from '#test/support/receiver.ts';
import { recordOf, worked } from '#test/webhooks/lambda.ts';
import { report, withEngines } from './engines.ts';

/**
 * A receiver that is well beside one that takes connections and never answers, both told of every
 * event, 500 a minute; with as many workers as are deployed. It is compared with itself alone, and
 * with itself beside the other while that was still well: the same work, but nobody to wait for.
 */
const PER_SECOND = 500 / 60;
const SECONDS = 12;
const LATEST_MS = 15_000;
const stop = new AbortController();

await withEngines(async () => {
  const { credential: client } = await keyOf(randomUUID(), 'test');
  const healthy = await startReceiver();
  let isDead = false;
  const other = await startReceiver((response) => void (isDead || response.end()));
  const running = [
    readStream(),
    ...poll('deliverWebhook', deliver),
    ...poll('deliverTroubledWebhook', deliverTroubled),
  ];
  try {
    const { data } = await subscribe(client, healthy.url);
    const run = () => p99Of(client, healthy, data.secret);
    await run(); // so that everything is warm
    const alone = await run();
    await subscribe(client, other.url);
    const besideWell = await run();
    isDead = true;
    const besideDead = await run();

    const name = 'webhooks: p99 of a healthy receiver, from the moment another dies';
    const figure = { name, value: besideDead, unit: 'ms' };
    report({ ...figure, against: 'alone', ratio: besideDead / alone });
    report({ ...figure, against: 'beside it while it was well', ratio: besideDead / besideWell });
  } finally {
    stop.abort();
    await Promise.all([healthy.stop(), other.stop()]);
    await Promise.all(running);
  }
});

async function subscribe(client: Credential, url: string) {
  const body = { url, events: ['risk.*'], mode: 'test' };
  return (await call(client, webhookRoutes.createWebhook, { body })).body;
}

/** Events at an even pace, all of which must arrive and be signed: the slowest but one in a hundred. */
async function p99Of(client: Credential, receiver: Receiver, secret: string): Promise<number> {
  const commits: Promise<{ body: { id: string } }>[] = [];
  for (let event = 0; event < SECONDS * PER_SECOND; event += 1) {
    const body = { kind: 'person', externalId: randomUUID() };
    commits.push(call(client, riskRoutes.createSubject, { body }));
    await sleep(1_000 / PER_SECOND);
  }
  const ids = (await Promise.all(commits)).map(({ body }) => body.id);
  for (
    const deadline = Date.now() + LATEST_MS;
    receiver.received.length < ids.length;
    await sleep(5)
  )
    if (Date.now() > deadline) throw new Error('Events were lost.');

  const latencies = receiver.received.splice(0).map(({ headers, body, at }) => {
    const { timestamp, data } = verifyWebhook({ secret, headers, body });
    if (!ids.includes(String(data.resourceId))) throw new Error('Another event was delivered.');
    return at.getTime() - Date.parse(timestamp);
  });
  return quantile(latencies, 0.99);
}

/** The journal's stream, as Lambda would hand it to the dispatcher. */
async function readStream(): Promise<void> {
  const { TableDescription } = await dynamoClient().send(
    new UpdateTableCommand({
      TableName: tableNameOf('journal'),
      StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_IMAGE' },
    }),
  );
  const client = awsClient(process.env.AWS_ENDPOINT_URL_DYNAMODB ?? '', 'test');
  const reader = new StreamReader(client, TableDescription?.LatestStreamArn ?? '', {});
  while (!stop.signal.aborted) {
    const count = await reader.read(async (_shard, records) => {
      const Records = records.filter(({ eventName }) => eventName === 'INSERT');
      if (Records.length > 0) await worked(dispatch, { Records } as unknown as DynamoDBStreamEvent);
      return true;
    });
    if (count === 0) await sleep(10);
  }
}

type Handler = (event: SQSEvent, context: never) => Promise<SQSBatchResponse>;

/** As many batches at once as the worker's definition allows. */
function poll(name: string, handler: Handler): Promise<void>[] {
  const { wakes } = workers.find((worker) => worker.name === name) ?? {};
  if (!wakes || !('queue' in wakes)) throw new Error(`${name} is woken by no queue.`);
  const QueueUrl = queueUrlOf(wakes.queue);
  return Array.from({ length: wakes.maxConcurrency ?? 1 }, async () => {
    while (!stop.signal.aborted) await workOff(QueueUrl, wakes.batchSize, handler);
  });
}

async function workOff(QueueUrl: string, batchSize: number, handler: Handler): Promise<void> {
  const { Messages = [] } = await queueClient().send(
    new ReceiveMessageCommand({ QueueUrl, MaxNumberOfMessages: batchSize, WaitTimeSeconds: 1 }),
  );
  if (Messages.length === 0) return;
  const Records = Messages.map(({ MessageId = '', Body = '' }) => recordOf(MessageId, Body));
  const { batchItemFailures } = await worked(handler, { Records });
  if (batchItemFailures.length > 0) throw new Error('A delivery failed in an unexpected way.');
  const Entries = Messages.map(({ ReceiptHandle }, index) => ({
    Id: String(index),
    ReceiptHandle,
  }));
  await queueClient().send(new DeleteMessageBatchCommand({ QueueUrl, Entries }));
}

function quantile(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.ceil(values.length * share) - 1] ?? Number.NaN;
}
