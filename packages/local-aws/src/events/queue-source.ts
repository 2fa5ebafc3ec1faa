import * as z from 'zod';
import type { EventSourceBlueprint } from '../template/blueprint.ts';
import { REGION } from '../template/identities.ts';
import { failedItems } from './batch-answer.ts';
import { type EventSource, type EventSourceTools, repeat, reportsFailures } from './event-sources.ts';

const LONG_POLL_SECONDS = 20;
const LARGEST_RECEIVE = 10;
const POLLERS = 4;

const Received = z.object({
  Messages: z
    .array(
      z.object({
        MessageId: z.string(),
        ReceiptHandle: z.string(),
        Body: z.string(),
        MD5OfBody: z.string(),
        Attributes: z.record(z.string(), z.string()).default({}),
        MessageAttributes: z.record(z.string(), z.unknown()).default({}),
      }),
    )
    .default([]),
});
type Message = z.infer<typeof Received>['Messages'][number];

/**
 * Receives messages, invokes the function with batches and deletes the processed ones. The others
 * become visible again after the visibility timeout, and the redrive policy of the queue moves them
 * to the dead-letter queue after too many receives.
 */
export function startQueueSource(
  blueprint: EventSourceBlueprint,
  queueUrl: string,
  { client, invoke, report, harsh }: EventSourceTools,
): EventSource {
  const { EventSourceArn, BatchSize = LARGEST_RECEIVE, ScalingConfig, FilterCriteria } = blueprint;
  if (FilterCriteria) throw new Error('The local cloud does not support filters on queues.');

  const round = async (signal: AbortSignal) => {
    const received = await client.call(
      'sqs',
      'ReceiveMessage',
      {
        QueueUrl: queueUrl,
        MaxNumberOfMessages: Math.min(BatchSize, LARGEST_RECEIVE),
        WaitTimeSeconds: LONG_POLL_SECONDS,
        MessageSystemAttributeNames: ['All'],
        MessageAttributeNames: ['All'],
      },
      signal,
    );
    const { Messages } = Received.parse(received);
    if (Messages.length === 0) return;
    const eventOf = (messages: Message[]) => ({
      Records: messages.map((message) => queueRecord(message, EventSourceArn)),
    });
    // A standard queue delivers at least once, possibly concurrently.
    const twice = Messages.filter(() => harsh?.isDuplicate());
    const again = twice.length > 0 && invoke(eventOf(twice)).catch(() => undefined);
    await remove(await finished(Messages, eventOf(Messages)));
    await again;
  };

  const finished = async (messages: Message[], event: unknown): Promise<Message[]> => {
    try {
      const answer = await invoke(event);
      if (!reportsFailures(blueprint)) return messages;
      const failed = failedItems(
        answer,
        messages.map(({ MessageId }) => MessageId),
      );
      return messages.filter(({ MessageId }) => !failed.has(MessageId));
    } catch {
      return []; // the failure has been reported by the function
    }
  };

  const remove = async (messages: Message[]) => {
    if (messages.length === 0) return;
    const Entries = messages.map(({ ReceiptHandle }, index) => ({
      Id: String(index),
      ReceiptHandle,
    }));
    await client.call('sqs', 'DeleteMessageBatch', { QueueUrl: queueUrl, Entries });
  };

  const pollers = Math.min(ScalingConfig?.MaximumConcurrency ?? POLLERS, POLLERS);
  const stops = Array.from({ length: pollers }, () => repeat(round, report));
  return {
    arn: EventSourceArn,
    poll: () => undefined, // a long poll is already running
    caughtUp: async () => undefined,
    stop: async () => {
      await Promise.all(stops.map((stop) => stop()));
    },
  };
}

/** A message as Lambda shows it. */
const queueRecord = (message: Message, eventSourceARN: string) => ({
  messageId: message.MessageId,
  receiptHandle: message.ReceiptHandle,
  body: message.Body,
  attributes: message.Attributes,
  messageAttributes: Object.fromEntries(
    Object.entries(message.MessageAttributes).map(([name, value]) => [name, lowerFirst(value)]),
  ),
  md5OfBody: message.MD5OfBody,
  eventSource: 'aws:sqs',
  eventSourceARN,
  awsRegion: REGION,
});

/** `StringValue` is `stringValue` in an event. */
const lowerFirst = (value: unknown) =>
  Object.fromEntries(
    Object.entries(value as object).map(([name, member]) => [name.charAt(0).toLowerCase() + name.slice(1), member]),
  );
