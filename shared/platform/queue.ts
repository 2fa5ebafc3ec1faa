import { SendMessageBatchCommand } from '@aws-sdk/client-sqs';
import type { QueueName } from '../queues.ts';
import { queueClient } from './aws-clients.ts';
import type { Hint } from './change.ts';
import { queueUrlOf } from './environment.ts';

const MESSAGES_PER_CALL = 10;

export interface QueuedMessage {
  body: Record<string, unknown>;
  delaySeconds?: number;
  /**
   * The message group of SQS fair queues: while one group has a backlog, messages of others are delivered
   * first.
   */
  fairTo?: string;
}

/** Throws unless SQS accepted every message. */
export async function sendMessages(queue: QueueName, messages: readonly QueuedMessage[]): Promise<void> {
  for (let start = 0; start < messages.length; start += MESSAGES_PER_CALL) {
    const batch = messages.slice(start, start + MESSAGES_PER_CALL);
    const { Failed } = await queueClient().send(
      new SendMessageBatchCommand({
        QueueUrl: queueUrlOf(queue),
        Entries: batch.map(({ body, delaySeconds, fairTo }, index) => ({
          Id: String(index),
          MessageBody: JSON.stringify(body),
          ...(delaySeconds && { DelaySeconds: delaySeconds }),
          ...(fairTo && { MessageGroupId: fairTo }),
        })),
      }),
    );
    if (Failed && Failed.length > 0) throw new Error(`${queue} did not take every message.`);
  }
}

/** A message that is sent after its change has committed. */
export const hint =
  (queue: QueueName, message: Record<string, unknown>): Hint =>
  () =>
    sendMessages(queue, [{ body: message }]);
