import { randomUUID } from 'node:crypto';
import {
  CreateQueueCommand,
  DeleteMessageBatchCommand,
  GetQueueAttributesCommand,
  ReceiveMessageCommand,
  SendMessageBatchCommand,
} from '@aws-sdk/client-sqs';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { handler as deliver } from '#functions/workers/deliver-webhook.ts';
import { handler as dispatch } from '#functions/workers/dispatch-outbox.ts';
import { queueClient } from '#shared/platform/aws-clients.ts';
import { dynamoStore } from '#shared/platform/store/dynamo-store.ts';
import { type DueDelivery, dueMessage } from '#shared/webhooks/messages.ts';
import { prepareEngine } from '#test/support/engine.ts';
import { queueEvent, recordOf, streamEvent, worked } from '#test/support/lambda-events.ts';
import { startReceiver } from '#test/support/receiver.ts';
import { drainDeliveries, everyDelivery } from '#test/support/webhook-workers.ts';
import { aScope, commitEvents, plantSubscriptions, storeDelivery } from './stored-rows.ts';

/** Messages and rows that cannot be processed go to the dead-letter queue and delay no others. */
beforeAll(prepareEngine);

async function nineDeliveries() {
  const receiver = await startReceiver();
  onTestFinished(receiver.stop);
  const scope = aScope();
  const [webhook] = await plantSubscriptions(scope, 1, { url: receiver.url });
  const webhookId = webhook?.id ?? '';
  const deliveries = await Promise.all(Array.from({ length: 9 }, () => storeDelivery(scope, webhookId)));
  const messages = deliveries.map((delivery) => dueMessage(scope, delivery));
  return { receiver, messages, webhookId };
}

describe.each([
  ['no JSON', () => '{'],
  ['of another shape', () => '{"webhookId":7}'],
  ['of an unknown mode', (one: DueDelivery) => JSON.stringify({ ...one, mode: 'draft' })],
])('one message in ten that is %s', (_what, poisoned) => {
  test('is the only one that fails', async () => {
    const { receiver, messages } = await nineDeliveries();
    const event = queueEvent([...messages.slice(0, 4), poisoned(messages[0] as DueDelivery), ...messages.slice(4)]);

    const answer = await worked(deliver, event);

    expect(answer).toEqual({
      batchItemFailures: [{ itemIdentifier: event.Records[4]?.messageId }],
    });
    expect(receiver.received).toHaveLength(9);
  });
});

test('poison messages: a message for a delivery that does not exist is dropped', async () => {
  const unknown: DueDelivery = {
    ...aScope(),
    webhookId: randomUUID(),
    deliveryId: '019ced2d-1f66-7a4c-8c2e-7a0d3c8b5f00',
  };

  expect(await worked(deliver, queueEvent([unknown]))).toEqual({ batchItemFailures: [] });
});

test('poison messages: one goes to the dead-letter queue, the nine beside it are delivered', async () => {
  const { receiver, messages, webhookId } = await nineDeliveries();
  const [queue, deadLetters] = await queueWithDeadLetters({ maxReceives: 3 });
  const bodies = [...messages.map((message) => JSON.stringify(message)), 'poison'];
  await queueClient().send(
    new SendMessageBatchCommand({
      QueueUrl: queue,
      Entries: bodies.map((MessageBody, index) => ({ Id: String(index), MessageBody })),
    }),
  );

  let put = [] as string[];
  for (let round = 0; round < 40 && put.length === 0; round += 1) {
    await workOff(queue);
    put = (await receive(deadLetters, 1)).map(({ Body = '' }) => Body);
  }

  expect(put).toEqual(['poison']);
  const statuses = (await everyDelivery(webhookId)).map(({ status }) => status);
  expect(statuses).toEqual(Array(9).fill('succeeded'));
  expect(receiver.received).toHaveLength(9);
});

async function queueWithDeadLetters({ maxReceives }: { maxReceives: number }) {
  const name = randomUUID();
  const { QueueUrl: deadLetters = '' } = await queueClient().send(
    new CreateQueueCommand({ QueueName: `${name}-dead` }),
  );
  const { Attributes } = await queueClient().send(
    new GetQueueAttributesCommand({ QueueUrl: deadLetters, AttributeNames: ['QueueArn'] }),
  );
  const { QueueUrl: queue = '' } = await queueClient().send(
    new CreateQueueCommand({
      QueueName: name,
      Attributes: {
        VisibilityTimeout: '1',
        RedrivePolicy: JSON.stringify({
          deadLetterTargetArn: Attributes?.QueueArn,
          maxReceiveCount: maxReceives,
        }),
      },
    }),
  );
  return [queue, deadLetters] as const;
}

async function receive(QueueUrl: string, WaitTimeSeconds: number) {
  const { Messages = [] } = await queueClient().send(
    new ReceiveMessageCommand({ QueueUrl, MaxNumberOfMessages: 10, WaitTimeSeconds }),
  );
  return Messages;
}

/** As Lambda does: messages that the worker does not report as failed are deleted. */
async function workOff(QueueUrl: string): Promise<void> {
  const messages = await receive(QueueUrl, 1);
  if (messages.length === 0) return;
  const Records = messages.map(({ MessageId = '', Body = '' }) => recordOf(MessageId, Body));
  const { batchItemFailures } = await worked(deliver, { Records });
  const failed = new Set(batchItemFailures.map(({ itemIdentifier }) => itemIdentifier));
  const Entries = messages
    .filter(({ MessageId = '' }) => !failed.has(MessageId))
    .map(({ ReceiptHandle }, index) => ({ Id: String(index), ReceiptHandle }));
  if (Entries.length > 0) await queueClient().send(new DeleteMessageBatchCommand({ QueueUrl, Entries }));
}

describe('the journal’s stream', () => {
  test('processes every row but the one that cannot be read, and fails for that', async () => {
    const scope = aScope();
    const [subscription] = await plantSubscriptions(scope, 1);
    const rows = [
      await commitEvents(scope, 1),
      { ...(await commitEvents(scope, 1)), id: 'nonsense' },
      await commitEvents(scope, 2),
    ];

    const failed = worked(dispatch, streamEvent(rows));

    await expect(failed).rejects.toThrow('dispatchOutbox failed.');
    expect(await everyDelivery(subscription?.id)).toHaveLength(3);
  });

  test('shows a row again when it is leased or closed, which starts nothing', async () => {
    const scope = aScope();
    const [subscription] = await plantSubscriptions(scope, 1);
    const row = await commitEvents(scope, 1);
    const { pk, sk } = row;
    const soon = new Date(Date.now() + 50_000).toISOString();
    const leased = { ...row, dispatchToken: 'somebody', dueAt: soon };
    await dynamoStore.writeOne({ table: 'journal', put: leased });

    await worked(dispatch, streamEvent([leased], 'MODIFY'));
    const standing = await dynamoStore.get('journal', { pk, sk });
    const { dueAt, ...closed } = leased;
    await worked(dispatch, streamEvent([closed], 'MODIFY'));

    expect(standing).toEqual(leased);
    expect(await everyDelivery(subscription?.id)).toEqual([]);
  });

  test('may deliver rows twice and in any order', async () => {
    const scope = aScope();
    const [subscription] = await plantSubscriptions(scope, 1);
    const rows = [await commitEvents(scope, 1), await commitEvents(scope, 1)];

    await worked(dispatch, streamEvent([...rows].reverse()));
    await worked(dispatch, streamEvent([...rows, ...rows]));

    const made = await everyDelivery(subscription?.id);
    expect(made).toHaveLength(2);
    const asked = (await drainDeliveries()).filter(({ webhookId }) => webhookId === subscription?.id);
    expect(asked).toHaveLength(2);
  });
});
