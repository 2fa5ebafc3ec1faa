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

/** One engine of each kind for the whole run; every test file has tables of its own in it. */
export default async function setup(project: TestProject) {
  const [dynamo, queues, identity] = await Promise.all([
    startDynamoDb({ isLongRunning: true }),
    startQueuesAndBuckets(),
    startIdentity(),
  ]);
  project.provide('dynamoEndpoint', dynamo.endpoint);
  project.provide('queueEndpoint', queues.endpoint);
  project.provide('identityEndpoint', identity.endpoint);
  return () => Promise.all([dynamo.stop(), queues.stop(), identity.stop()]);
}
