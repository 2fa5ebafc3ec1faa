import { randomUUID } from 'node:crypto';
import { DeleteMessageBatchCommand, ReceiveMessageCommand } from '@aws-sdk/client-sqs';
import { queueClient } from '#shared/platform/aws-clients.ts';
import { now } from '#shared/platform/clock.ts';
import type { WorkerContext } from '#shared/platform/context.ts';
import { queueUrlOf } from '#shared/platform/environment.ts';
import { newId } from '#shared/platform/ids.ts';
import { dynamoStore } from '#shared/platform/store/dynamo-store.ts';
import type { Item } from '#shared/platform/store/store.ts';
import type { QueueName } from '#shared/queues.ts';
import { Delivery } from '#shared/webhooks/delivery.ts';
import { DueDelivery } from '#shared/webhooks/messages.ts';
import { type DeliverOptions, deliverWebhook } from '#shared/webhooks/use-cases/deliver-webhook.ts';
import { dispatchRows } from '#shared/webhooks/use-cases/dispatch-rows.ts';
import { everyRow } from './engine.ts';

/** The Lambda context of a worker, at a given time. */
export const workerContext = (at: Date = now()): WorkerContext => ({
  store: dynamoStore,
  now: at,
  clock: () => at,
  newId,
  requestId: randomUUID(),
  remainingMs: () => 60_000,
});

/** The journal rows whose events are still to be dispatched. */
export const waitingEvents = async (): Promise<Item[]> =>
  (await everyRow('journal')).filter(({ dueAt, events }) => dueAt !== undefined && events !== undefined);

/** Dispatches every waiting event, as the journal's stream does. */
export const dispatchAll = async (at: Date = now()): Promise<void> =>
  dispatchRows(workerContext(at), await waitingEvents());

/** All deliveries, or those of one webhook, in the order of their events. */
export async function everyDelivery(webhookId?: string): Promise<Delivery[]> {
  const rows = (await everyRow('webhooks')).filter(({ eventId }) => eventId !== undefined);
  return rows
    .map((row) => Delivery.parse(row))
    .filter((delivery) => webhookId === undefined || delivery.webhookId === webhookId)
    .sort((one, other) => (one.id < other.id ? -1 : 1));
}

/** Receives and deletes every message of a queue that is visible now. */
export async function drain(queue: QueueName): Promise<unknown[]> {
  const messages: unknown[] = [];
  for (;;) {
    const QueueUrl = queueUrlOf(queue);
    const { Messages = [] } = await queueClient().send(
      new ReceiveMessageCommand({ QueueUrl, MaxNumberOfMessages: 10 }),
    );
    if (Messages.length === 0) return messages;
    messages.push(...Messages.map(({ Body = '' }) => JSON.parse(Body)));
    const Entries = Messages.map(({ ReceiptHandle }, index) => ({
      Id: String(index),
      ReceiptHandle,
    }));
    await queueClient().send(new DeleteMessageBatchCommand({ QueueUrl, Entries }));
  }
}

export const drainDeliveries = async (): Promise<DueDelivery[]> =>
  DueDelivery.array().parse([...(await drain('deliveries')), ...(await drain('slowDeliveries'))]);

/** Processes every message that is visible now, as the delivery workers do. */
export async function deliverAll(at: Date = now(), options: DeliverOptions = {}): Promise<void> {
  const lane = 'slowDeliveries' as const;
  for (const message of await drainDeliveries()) await deliverWebhook(workerContext(at), message, { lane, ...options });
}
