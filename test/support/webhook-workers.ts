import { randomUUID } from 'node:crypto';
import { DeleteMessageCommand, ReceiveMessageCommand } from '@aws-sdk/client-sqs';
import { queueClient } from '#shared/platform/aws-clients.ts';
import { now } from '#shared/platform/clock.ts';
import { queueUrlOf } from '#shared/platform/environment.ts';
import { newId } from '#shared/platform/ids.ts';
import { dynamoStore } from '#shared/platform/store/dynamo-store.ts';
import type { QueueName } from '#shared/queues.ts';
import { parseOutboxRow } from '#shared/webhooks/repository/outbox.ts';
import { dispatchOutbox } from '#shared/webhooks/use-cases/dispatch-outbox.ts';
import type { WorkerContext } from '#shared/worker.ts';
import { everyRow } from './engine.ts';

/** What a worker's Lambda would be given. */
export const workerContext = (): WorkerContext => ({
  store: dynamoStore,
  now: now(),
  newId,
  requestId: randomUUID(),
  remainingMs: () => 60_000,
});

/** What the journal's stream would do: every event that waits is dispatched. */
export async function dispatchAll(): Promise<void> {
  for (const row of await everyRow('journal')) {
    const outbox = row.subscribers ? parseOutboxRow(row) : undefined;
    if (outbox) await dispatchOutbox(workerContext(), outbox);
  }
}

/** Takes every message that is visible now off a queue. */
export async function drain(queue: QueueName): Promise<unknown[]> {
  const messages: unknown[] = [];
  for (;;) {
    const QueueUrl = queueUrlOf(queue);
    const { Messages = [] } = await queueClient().send(
      new ReceiveMessageCommand({ QueueUrl, MaxNumberOfMessages: 10 }),
    );
    if (Messages.length === 0) return messages;
    for (const { Body = '', ReceiptHandle } of Messages) {
      messages.push(JSON.parse(Body));
      await queueClient().send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle }));
    }
  }
}
