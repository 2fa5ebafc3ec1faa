import type { TestProject } from 'vitest/node';
import { startDynamoDb, startQueuesAndBuckets } from '#packages/local-aws/src/engines.ts';
import { startIdentity } from './identity-server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    dynamoEndpoint: string;
    queueEndpoint: string;
    /** Serves the test issuer's keys and the master secret. */
    identityEndpoint: string;
  }
}

/**
 * One engine of each kind for the whole run, whichever projects take part; every test file has
 * tables of its own in it.
 */
export default async function setup({ vitest }: TestProject) {
  const run = vitest.getRootProject();
  if (run.getProvidedContext().dynamoEndpoint !== undefined) return;
  const [dynamo, queues, identity] = await Promise.all([
    startDynamoDb({ isLongRunning: true }),
    startQueuesAndBuckets(),
    startIdentity(),
  ]);
  run.provide('dynamoEndpoint', dynamo.endpoint);
  run.provide('queueEndpoint', queues.endpoint);
  run.provide('identityEndpoint', identity.endpoint);
  return () => Promise.all([dynamo.stop(), queues.stop(), identity.stop()]);
}
