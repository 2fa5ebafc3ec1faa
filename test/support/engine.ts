import { randomUUID } from 'node:crypto';
import { CreateTableCommand, ScanCommand } from '@aws-sdk/client-dynamodb';
import { CreateQueueCommand } from '@aws-sdk/client-sqs';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { inject } from 'vitest';
import { dynamoClient, queueClient } from '#shared/platform/aws-clients.ts';
import { environmentName, tableNameOf } from '#shared/platform/environment.ts';
import type { Item } from '#shared/platform/store/store.ts';
import { queues } from '#shared/queues.ts';
import { type TableDefinition, type TableName, tables } from '#shared/tables.ts';
import { AUDIENCE, ISSUER } from './issuer.ts';

/** Points the product at the engines of this run, with tables and queues of this file's own. */
export async function prepareEngine(): Promise<void> {
  const prefix = randomUUID().slice(0, 8);
  Object.assign(process.env, {
    STAGE: 'test',
    LOOPBACK_WEBHOOKS: 'allowed',
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
    AWS_ENDPOINT_URL_DYNAMODB: inject('dynamoEndpoint'),
    AWS_ENDPOINT_URL_SQS: inject('queueEndpoint'),
    AWS_ENDPOINT_URL_SECRETS_MANAGER: inject('identityEndpoint'),
    JWKS_URI: `${inject('identityEndpoint')}/jwks.json`,
    ISSUER,
    AUDIENCE,
    MASTER_SECRET_ARN: 'arn:aws:secretsmanager:us-east-1:000000000000:secret:master',
  });
  for (const name of tableNames()) {
    process.env[`TABLE_${environmentName(name)}`] = `${prefix}-${name}`;
    await createTable(`${prefix}-${name}`, tables[name]);
  }
  for (const name of Object.keys(queues)) {
    const command = new CreateQueueCommand({ QueueName: `${prefix}-${name}` });
    const { QueueUrl } = await queueClient().send(command);
    process.env[`QUEUE_${environmentName(name)}`] = QueueUrl;
  }
}

export const tableNames = () => Object.keys(tables) as TableName[];

async function createTable(name: string, { indexes = {} }: TableDefinition): Promise<void> {
  const attributes = ['pk', 'sk', ...Object.values(indexes).flatMap((i) => [i.partition, i.sort])];
  await dynamoClient().send(
    new CreateTableCommand({
      TableName: name,
      BillingMode: 'PAY_PER_REQUEST',
      KeySchema: keySchema('pk', 'sk'),
      AttributeDefinitions: [...new Set(attributes)].map((AttributeName) => ({
        AttributeName,
        AttributeType: 'S',
      })),
      ...(Object.keys(indexes).length > 0 && {
        GlobalSecondaryIndexes: Object.entries(indexes).map(([IndexName, { partition, sort }]) => ({
          IndexName,
          KeySchema: keySchema(partition, sort),
          Projection: { ProjectionType: 'KEYS_ONLY' },
        })),
      }),
    }),
  );
}

const keySchema = (partition: string, sort: string) => [
  { AttributeName: partition, KeyType: 'HASH' as const },
  { AttributeName: sort, KeyType: 'RANGE' as const },
];

/** Every row of a table: what the tests that look for leftovers look through. */
export async function everyRow(table: TableName): Promise<Item[]> {
  const rows: Item[] = [];
  let start: ScanInput['ExclusiveStartKey'];
  do {
    const page = await dynamoClient().send(
      new ScanCommand({
        TableName: tableNameOf(table),
        ConsistentRead: true,
        ExclusiveStartKey: start,
      }),
    );
    rows.push(...(page.Items ?? []).map((item) => unmarshall(item) as Item));
    start = page.LastEvaluatedKey;
  } while (start);
  return rows;
}
type ScanInput = ConstructorParameters<typeof ScanCommand>[0];
