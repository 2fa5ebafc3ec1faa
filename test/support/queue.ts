import { ReceiveMessageCommand } from '@aws-sdk/client-sqs';
import type { SQSEvent } from 'aws-lambda';
import { queueClient } from '#shared/platform/aws-clients.ts';
import { queueUrlOf } from '#shared/platform/environment.ts';
import type { QueueName } from '#shared/queues.ts';

/** All waiting messages of a queue. They are received and not returned to it. */
export async function messagesOf(queue: QueueName): Promise<unknown[]> {
  const bodies: unknown[] = [];
  for (;;) {
    const { Messages = [] } = await queueClient().send(
      new ReceiveMessageCommand({
        QueueUrl: queueUrlOf(queue),
        MaxNumberOfMessages: 10,
        WaitTimeSeconds: 0,
        VisibilityTimeout: 600,
      }),
    );
    if (Messages.length === 0) return bodies;
    bodies.push(...Messages.map(({ Body }) => JSON.parse(Body ?? 'null')));
  }
}

/** Messages as a queue delivers them to a worker, with the remaining time of the worker. */
export const queueEvent = (...bodies: unknown[]) =>
  ({
    Records: bodies.map((body, index) => ({
      messageId: `message-${index}`,
      body: JSON.stringify(body),
    })),
  }) as SQSEvent;

export const lambdaContext = (remainingMs = 300_000) =>
  ({ awsRequestId: 'a-run', getRemainingTimeInMillis: () => remainingMs }) as never;
