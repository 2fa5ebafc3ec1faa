import { type Disturbance, dynamoError, type Strike } from './disturbances.ts';
import type { Random } from './random.ts';

/** Failing calls to DynamoDB, SQS and S3: an AWS error, no response, or a lost response. */
export const callFaults = (rate: number, random: Random): Disturbance => ({
  strike({ service, headers }) {
    // Lambda itself polls streams and queues, and retries.
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
