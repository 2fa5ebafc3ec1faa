import { randomUUID } from 'node:crypto';
import { marshall } from '@aws-sdk/util-dynamodb';
import type { Context, DynamoDBRecord, DynamoDBStreamEvent, SQSEvent, SQSRecord } from 'aws-lambda';
import type { Item } from '#shared/platform/store/store.ts';

/** Events as Lambda passes them to a worker. */
export const queueEvent = (bodies: readonly unknown[]): SQSEvent => ({
  Records: bodies.map((body) => recordOf(randomUUID(), typeof body === 'string' ? body : JSON.stringify(body))),
});

export const recordOf = (messageId: string, body: string): SQSRecord => ({
  messageId,
  body,
  receiptHandle: '',
  attributes: {
    ApproximateReceiveCount: '1',
    SentTimestamp: '0',
    SenderId: '',
    ApproximateFirstReceiveTimestamp: '0',
  },
  messageAttributes: {},
  md5OfBody: '',
  eventSource: 'aws:sqs',
  eventSourceARN: '',
  awsRegion: 'us-east-1',
});

export const streamEvent = (rows: readonly Item[], eventName = 'INSERT'): DynamoDBStreamEvent => ({
  Records: rows.map((row, index) => ({
    eventName: eventName as NonNullable<DynamoDBRecord['eventName']>,
    dynamodb: {
      SequenceNumber: String(index + 1),
      // The image on the wire is what the SDK marshals, but typed by another package.
      NewImage: marshall(row, { removeUndefinedValues: true }) as Record<string, never>,
    },
  })),
});

const lambdaContext = () =>
  ({ awsRequestId: randomUUID(), getRemainingTimeInMillis: () => 60_000 }) as unknown as Context;

export const worked = <Event, Answer>(
  handler: (event: Event, context: Context) => Promise<Answer>,
  event: Event,
): Promise<Answer> => handler(event, lambdaContext());
