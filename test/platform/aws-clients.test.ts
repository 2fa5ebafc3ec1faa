import { createServer, type Server } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dynamoClient } from '#shared/platform/aws-clients.ts';
import { dynamoStore } from '#shared/platform/store/dynamo-store.ts';
import { StoreUnavailable } from '#shared/platform/store/store.ts';

/** An engine that accepts connections and never responds. */
let silent: Server;

beforeAll(async () => {
  silent = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => silent.once('listening', resolve));
  const address = silent.address();
  if (address === null || typeof address === 'string') throw new Error('No port was given.');
  Object.assign(process.env, {
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
    AWS_ENDPOINT_URL_DYNAMODB: `http://127.0.0.1:${address.port}`,
    TABLE_RISK: 'risk',
  });
  // A single attempt is enough, in a quarter of the time.
  dynamoClient().config.retryStrategy = async () => ({
    acquireInitialRetryToken: async () => ({ getRetryCount: () => 0, getRetryDelay: () => 0 }),
    refreshRetryTokenForRetry: () => Promise.reject(new Error('Only one attempt is made.')),
    recordSuccess: () => undefined,
  });
});

afterAll(() => silent.close());

test('AWS clients: a database that does not respond times out, which is not a defect', async () => {
  await expect(dynamoStore.get('risk', { pk: 'a', sk: 'b' })).rejects.toThrow(StoreUnavailable);
});
