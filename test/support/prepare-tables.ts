import { randomUUID } from 'node:crypto';
import { CreateTableCommand, DeleteTableCommand, ResourceInUseException } from '@aws-sdk/client-dynamodb';
import { CreateQueueCommand } from '@aws-sdk/client-sqs';
import { buckets } from '#shared/buckets.ts';
import { dynamoClient, queueClient } from '#shared/platform/aws-clients.ts';
import { environmentName } from '#shared/platform/environment.ts';
import { assertShardPlan } from '#shared/platform/store/stored-shard-plan.ts';
import { queues } from '#shared/queues.ts';
import { type TableDefinition, type TableName, tables } from '#shared/tables.ts';
import { DATA_KEY, SEAL_KEY } from './identity-server.ts';
import { AUDIENCE, ISSUER } from './issuer.ts';

/** The endpoints of the engines. */
export interface Endpoints {
  dynamo: string;
  queues: string;
  /** Serves the test issuer's keys and the master secret. */
  identity: string;
}

/** Names of the tables that this process uses at present. */
let inUse: string[] = [];

/**
 * The engine takes longer for every new table the more tables there are (60 ms for all of ours in an empty
 * engine, 1.2 s beside 2,000 others), so tables that no test uses any more are deleted.
 */
export async function deleteTables(): Promise<void> {
  const unused = inUse;
  inUse = [];
  // A table that is not deleted only costs time.
  await Promise.allSettled(unused.map((TableName) => dynamoClient().send(new DeleteTableCommand({ TableName }))));
}

/** Configures the service for these engines, with new tables and queues, in addition to or instead of earlier ones. */
export async function prepareTables(
  endpoints: Endpoints,
  { isBeside = false }: { isBeside?: boolean } = {},
): Promise<void> {
  if (!isBeside) await deleteTables();
  const prefix = randomUUID().slice(0, 8);
  Object.assign(process.env, {
    STAGE: 'test',
    LOOPBACK_WEBHOOKS: 'allowed',
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
    AWS_ENDPOINT_URL_DYNAMODB: endpoints.dynamo,
    AWS_ENDPOINT_URL_SQS: endpoints.queues,
    AWS_ENDPOINT_URL_S3: endpoints.queues,
    AWS_ENDPOINT_URL_SECRETS_MANAGER: endpoints.identity,
    AWS_ENDPOINT_URL_SESV2: endpoints.identity,
    AWS_ENDPOINT_URL_KMS: endpoints.identity,
    SEAL_KEY_ID: SEAL_KEY,
    DATA_KEY_ID: DATA_KEY,
    MAIL_FROM: 'Assay <invitations@assay.invalid>',
    JWKS_URI: `${endpoints.identity}/jwks.json`,
    ISSUER,
    USER_POOL_ID: 'us-east-1_Example',
    AUDIENCE,
    CONSOLE_CLIENT_ID: AUDIENCE,
    MASTER_SECRET_ARN: 'arn:aws:secretsmanager:us-east-1:000000000000:secret:master',
  });
  await Promise.all([
    ...(Object.keys(tables) as TableName[]).map((name) => {
      process.env[`TABLE_${environmentName(name)}`] = `${prefix}-${name}`;
      inUse.push(`${prefix}-${name}`);
      return createTable(`${prefix}-${name}`, tables[name]);
    }),
    ...Object.keys(buckets).map((name) => {
      process.env[`BUCKET_${environmentName(name)}`] = `${prefix}-${name}`;
      return fetch(`${endpoints.queues}/${prefix}-${name}`, { method: 'PUT' });
    }),
    ...Object.keys(queues).map(async (name) => {
      const command = new CreateQueueCommand({ QueueName: `${prefix}-${name}` });
      const { QueueUrl } = await queueClient().send(command);
      process.env[`QUEUE_${environmentName(name)}`] = QueueUrl;
    }),
  ]);
  // A process does it once before its first event, so it must not happen during an event of a test.
  await assertShardPlan();
}

/** An existing table with this unique name was created by a call whose response was lost. */
async function createTable(name: string, definition: TableDefinition): Promise<void> {
  try {
    await dynamoClient().send(tableOf(name, definition));
  } catch (error) {
    if (!(error instanceof ResourceInUseException)) throw error;
  }
}

function tableOf(name: string, { indexes = {} }: TableDefinition): CreateTableCommand {
  const attributes = ['pk', 'sk', ...Object.values(indexes).flatMap((i) => [i.partition, i.sort])];
  return new CreateTableCommand({
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
  });
}

const keySchema = (partition: string, sort: string) => [
  { AttributeName: partition, KeyType: 'HASH' as const },
  { AttributeName: sort, KeyType: 'RANGE' as const },
];
