import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { awsClient } from '#packages/local-aws/src/aws/aws-client.ts';
import { startDynamoDb, startQueuesAndBuckets } from '#packages/local-aws/src/engines.ts';
import { processesWith } from '#packages/local-aws/test/processes.ts';
import { some } from '#test/support/soak.ts';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'engine-'));
});
afterEach(() => {
  rmSync(directory, { recursive: true, force: true });
});

test('both engines keep their data from one start to the next, and leave no process', { tags: 'full' }, async () => {
  const start = async () => ({
    dynamo: await startDynamoDb({ directory: join(directory, 'dynamodb') }),
    queues: await startQueuesAndBuckets({ directory: join(directory, 'queues') }),
  });

  const first = await start();
  await awsClient(first.dynamo.endpoint, 'operator').call('dynamodb', 'CreateTable', A_TABLE);
  await awsClient(first.queues.endpoint, 'operator').call('sqs', 'CreateQueue', {
    QueueName: 'jobs',
  });
  await Promise.all([first.dynamo.stop(), first.queues.stop()]);
  expect(processesWith(directory)).toEqual([]);

  const second = await start();
  const tables = await awsClient(second.dynamo.endpoint, 'operator').call('dynamodb', 'ListTables', {});
  const queues = await awsClient(second.queues.endpoint, 'operator').call('sqs', 'ListQueues', {});
  await Promise.all([second.dynamo.stop(), second.queues.stop()]);

  expect(tables).toMatchObject({ TableNames: ['risk'] });
  expect(queues).toMatchObject({ QueueUrls: [expect.stringMatching(/\/jobs$/)] });
});

const ownAddress = Object.values(networkInterfaces())
  .flatMap((addresses) => addresses ?? [])
  .find(({ family, internal }) => family === 'IPv4' && !internal)?.address;

test.skipIf(ownAddress === undefined)(
  'queues and buckets: callers beyond the loopback interface get no answer',
  async () => {
    const { endpoint, stop } = await startQueuesAndBuckets();
    onTestFinished(stop);
    const { port } = new URL(endpoint);

    await expect(fetch(`http://${ownAddress}:${port}/health`)).rejects.toThrow('fetch failed');
    expect((await fetch(`${endpoint}/health`)).status).toBe(200);
  },
);

test.each(some(['SIGKILL', 'SIGTERM', 'SIGINT'] as const, 1))(
  'DynamoDB Local: it ends with the process that started it: %s',
  async (signal) => {
    const engines = fileURLToPath(new URL('../../packages/local-aws/src/engines.ts', import.meta.url));
    const program = `
      import { startDynamoDb } from ${JSON.stringify(engines)};
      await startDynamoDb({ directory: ${JSON.stringify(directory)} });
      console.log('started');
      setInterval(() => undefined, 1000);`;
    const parent = spawn(process.execPath, ['--input-type=module', '--eval', program], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(parent.stdout, 'data');
    expect(processesWith('DynamoDBLocal.jar').length).toBeGreaterThan(0);

    parent.kill(signal);
    await once(parent, 'exit');

    await expect.poll(() => processesWith(directory)).toEqual([]);
  },
);

const A_TABLE = {
  TableName: 'risk',
  BillingMode: 'PAY_PER_REQUEST',
  KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
  AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
};
