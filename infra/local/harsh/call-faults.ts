import { type Disturbance, dynamoError, type Strike } from './disturbances.ts';
import type { Random } from './random.ts';

/** Calls to DynamoDB, SQS and S3 that fail: with an error of AWS, without an answer, or with a lost one. */
export const callFaults = (rate: number, random: Random): Disturbance => ({
  strike({ service, headers }) {
    // Reading a stream or a queue is the part of Lambda, which retries by itself.
    const target = String(headers['x-amz-target'] ?? '');
    if (!STRUCK.includes(service) || /Streams|ReceiveMessage/.test(target)) return undefined;
    if (random() >= rate) return undefined;
    return FAULTS[Math.floor(random() * FAULTS.length)]?.(service);
  },
});

const STRUCK = ['dynamodb', 'sqs', 's3'];

const FAULTS: ((service: string) => Strike)[] = [
  (service) => ({
    answer:
      service === 's3'
        ? {
            status: 503,
            contentType: 'application/xml',
            body: '<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>SlowDown</Code><Message>Please reduce your request rate.</Message></Error>',
          }
        : dynamoError('InternalServerError', 'Internal server error'),
  }),
  () => ({ hangUp: 'before' }),
  () => ({ hangUp: 'after' }),
];
