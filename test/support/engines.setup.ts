import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestProject } from 'vitest/node';
import { startDynamoDb, startQueuesAndBuckets } from '#infra/local/engines.ts';
import { publicKeys } from './issuer.ts';

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
    startDynamoDb(),
    startQueuesAndBuckets(),
    startIdentity(),
  ]);
  project.provide('dynamoEndpoint', dynamo.endpoint);
  project.provide('queueEndpoint', queues.endpoint);
  project.provide('identityEndpoint', identity.endpoint);
  return () => Promise.all([dynamo.stop(), queues.stop(), identity.stop()]);
}

/** GET: the issuer's public keys. POST: Secrets Manager's `GetSecretValue`. */
async function startIdentity() {
  const server = createServer((request, response) => {
    const answer =
      request.method === 'GET' ? publicKeys : { SecretString: 'the master secret of the tests' };
    response.setHeader('content-type', 'application/x-amz-json-1.1');
    response.end(JSON.stringify(answer));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () => new Promise((resolve) => server.close(resolve)),
  };
}
