import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { verifyWebhook } from '@assay/client';
import { UpdateTableCommand } from '@aws-sdk/client-dynamodb';
import type { Context, DynamoDBStreamEvent, SQSBatchResponse, SQSEvent } from 'aws-lambda';
import * as z from 'zod';
import { handler as deliverSlow } from '#functions/workers/deliver-slow-webhook.ts';
import { handler as deliver } from '#functions/workers/deliver-webhook.ts';
import { handler as dispatch } from '#functions/workers/dispatch-outbox.ts';
import { workers } from '#infra/workers.ts';
import { awsClient } from '#packages/local-aws/src/aws/aws-client.ts';
import { StreamReader } from '#packages/local-aws/src/events/stream-reader.ts';
import { dynamoClient } from '#shared/platform/aws-clients.ts';
import { queueUrlOf, tableNameOf } from '#shared/platform/environment.ts';
import { riskRoutes } from '#shared/risk/routes.ts';
import { webhookRoutes } from '#shared/webhooks/routes.ts';
import { type Credential, call, keyOf } from '#test/support/api.ts';
import { recordOf, worked } from '#test/support/lambda-events.ts';
import { type Receiver, startReceiver } from '#test/support/receiver.ts';
import { report, withEngines } from './support/engines.ts';
import { sized } from './support/size.ts';

/**
 * Latency of a healthy receiver beside one that accepts connections and never responds. Both receive every
 * event, 500 per minute, with as many workers as are deployed. The baselines are the healthy receiver alone, and
 * beside the other one while that is healthy too: the same work without timeouts.
 */
const PER_SECOND = 500 / 60;
/** Alternating, so that other load of the machine affects all alike. */
const ROUNDS = sized(2, 1);
const SECONDS = sized(4, 0.2);
/** Timeout; an idle machine needs a fraction of it. */
const LATEST_MS = sized(15_000, 120_000);
const stop = new AbortController();

const Received = z.object({
  Messages: z.array(z.object({ MessageId: z.string(), Body: z.string(), ReceiptHandle: z.string() })).default([]),
});

await withEngines(async () => {
  const { credential: client } = await keyOf(randomUUID(), 'test');
  const healthy = await startReceiver();
  const running = [readStream(), ...poll('deliverWebhook', deliver), ...poll('deliverSlowWebhook', deliverSlow)];
  try {
    const { data } = await subscribe(client, healthy.url);
    const run = () => latenciesOf(client, healthy, data.secret);
    await run(); // so that everything is warm
    const measured = { alone: [], besideWell: [], besideDead: [] } as Record<string, number[]>;
    for (let round = 0; round < ROUNDS; round += 1) {
      measured.alone?.push(...(await run()));
      const other = await aReceiverThatDies(client);
      measured.besideWell?.push(...(await run()));
      other.die();
      measured.besideDead?.push(...(await run()), ...(await run()));
      await other.stop();
    }
    tell(measured);
  } finally {
    stop.abort();
    await healthy.stop();
    await Promise.all(running);
  }
});

function tell({ alone = [], besideWell = [], besideDead = [] }: Record<string, number[]>): void {
  for (const [share, name] of [
    [0.5, 'p50'],
    [0.99, 'p99'],
  ] as const)
    for (const [against, values] of [
      ['alone', alone],
      ['beside it while it was well', besideWell],
    ] as const) {
      const value = quantile(besideDead, share);
      const ratio = value / quantile(values, share);
      const what = `webhooks: ${name} of a healthy receiver, from the moment another dies`;
      report({ name: what, value, unit: 'ms', against, ratio });
    }
}

async function aReceiverThatDies(client: Credential) {
  let isDead = false;
  const receiver = await startReceiver((response) => void (isDead || response.end()));
  const { id } = await subscribe(client, receiver.url);
  return {
    die: () => {
      isDead = true;
    },
    stop: async () => {
      const body = { status: 'paused' };
      await call(client, webhookRoutes.updateWebhook, { params: { id }, body });
      await receiver.stop();
    },
  };
}

async function subscribe(client: Credential, url: string) {
  const body = { url, events: ['risk.*'], mode: 'test' };
  return (await call(client, webhookRoutes.createWebhook, { body })).body;
}

/** Creates events at an even pace, checks that all arrive with a valid signature, and returns their latencies. */
async function latenciesOf(client: Credential, receiver: Receiver, secret: string): Promise<number[]> {
  const commits: Promise<{ body: { id: string } }>[] = [];
  for (let event = 0; event < SECONDS * PER_SECOND; event += 1) {
    const body = { kind: 'person', externalId: randomUUID() };
    commits.push(call(client, riskRoutes.createSubject, { body }));
    await sleep(1_000 / PER_SECOND);
  }
  const ids = (await Promise.all(commits)).map(({ body }) => body.id);
  for (const deadline = Date.now() + LATEST_MS; receiver.received.length < ids.length; await sleep(5))
    if (Date.now() > deadline) throw new Error('Events were lost.');

  const latencies = receiver.received.splice(0).map(async ({ headers, body, at }) => {
    const { timestamp, data } = await verifyWebhook({ secret, headers, body });
    if (!ids.includes(String(data.resourceId))) throw new Error('Another event was delivered.');
    return at.getTime() - Date.parse(timestamp);
  });
  return Promise.all(latencies);
}

/** The journal's stream, as Lambda passes it to the dispatcher. */
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

type Handler = (event: SQSEvent, context: Context) => Promise<SQSBatchResponse>;

/** As many batches at once as the worker's definition allows. */
function poll(name: string, handler: Handler): Promise<void>[] {
  const { trigger } = workers.find((worker) => worker.name === name) ?? {};
  if (!trigger || !('queue' in trigger)) throw new Error(`${name} is invoked by no queue.`);
  const { queue, batchSize, maxConcurrency = 1 } = trigger;
  return Array.from({ length: maxConcurrency }, async () => {
    while (!stop.signal.aborted) await workOff(queueUrlOf(queue), batchSize, handler);
  });
}

async function workOff(QueueUrl: string, MaxNumberOfMessages: number, handler: Handler) {
  // Not the service's own client: the many waiting calls here would use up its connections.
  const sqs = awsClient(process.env.AWS_ENDPOINT_URL_SQS ?? '', 'test');
  const asked = { QueueUrl, MaxNumberOfMessages, WaitTimeSeconds: 1 };
  const { Messages } = Received.parse(await sqs.call('sqs', 'ReceiveMessage', asked));
  if (Messages.length === 0) return;
  const Records = Messages.map(({ MessageId, Body }) => recordOf(MessageId, Body));
  const { batchItemFailures } = await worked(handler, { Records });
  if (batchItemFailures.length > 0) throw new Error('A delivery failed in an unexpected way.');
  const Entries = Messages.map(({ ReceiptHandle }, index) => ({
    Id: String(index),
    ReceiptHandle,
  }));
  await sqs.call('sqs', 'DeleteMessageBatch', { QueueUrl, Entries });
}

function quantile(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.ceil(values.length * share) - 1] ?? Number.NaN;
}
