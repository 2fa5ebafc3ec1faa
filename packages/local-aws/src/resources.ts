import * as z from 'zod';
import { type AwsClient, AwsError, authorization } from './aws/aws-client.ts';
import { Expiry, isSameShape, TableShape } from './table-shape.ts';
import type { Blueprint } from './template/blueprint.ts';
import type { TemplateResource } from './template/template.ts';

/**
 * Access key that creates the resources. It connects to the engines directly, where roles do not
 * apply.
 */
export const OPERATOR = 'operator';

export interface EngineClients {
  dynamo: AwsClient;
  queues: AwsClient;
  bucketEndpoint: string;
}

/** Creates the resources of the template that do not exist yet. */
export async function createResources(
  { tables, queues, buckets }: Pick<Blueprint, 'tables' | 'queues' | 'buckets'>,
  { dynamo, queues: sqs, bucketEndpoint }: EngineClients,
): Promise<void> {
  await Promise.all([
    ...tables.map((table) => createTable(table, dynamo)),
    createQueues(queues, sqs),
    ...buckets.map(({ name }) => createBucket(name, bucketEndpoint)),
  ]);
}

async function createTable({ name, properties }: TemplateResource, dynamo: AwsClient): Promise<void> {
  const declared = TableShape.parse(properties);
  const standing = await findTable(name, dynamo);
  if (standing && isSameShape(declared, TableShape.parse(standing))) return;
  // Existing data is not migrated without notice.
  if (standing)
    throw new Error(
      `The table ${name} is declared otherwise than its data was made. ` + 'Start with --fresh to forget the data.',
    );

  const creation = { TableName: name, BillingMode: 'PAY_PER_REQUEST', ...declared };
  await dynamo.call('dynamodb', 'CreateTable', creation);
  const { TimeToLiveSpecification } = Expiry.parse(properties);
  if (TimeToLiveSpecification)
    await dynamo.call('dynamodb', 'UpdateTimeToLive', { TableName: name, TimeToLiveSpecification });
}

const findTable = (name: string, dynamo: AwsClient) =>
  dynamo
    .call('dynamodb', 'DescribeTable', { TableName: name })
    .then((answer) => z.object({ Table: z.unknown() }).parse(answer).Table, ifMissing('ResourceNotFoundException'));

/** ARN of a table's stream in the engine. */
export async function streamArnIn(dynamo: AwsClient, table: string): Promise<string> {
  const { LatestStreamArn } = z.object({ LatestStreamArn: z.string() }).parse(await findTable(table, dynamo));
  return LatestStreamArn;
}

/** Queue attributes that can be changed at any time; the API uses the same names. */
const QueueAttributes = z
  .object({
    DelaySeconds: z.coerce.string(),
    MaximumMessageSize: z.coerce.string(),
    MessageRetentionPeriod: z.coerce.string(),
    ReceiveMessageWaitTimeSeconds: z.coerce.string(),
    VisibilityTimeout: z.coerce.string(),
    RedrivePolicy: z.unknown().transform((policy) => policy && JSON.stringify(policy)),
  })
  .partial();

/**
 * Creates all queues before setting attributes, because one may name another as dead-letter queue.
 */
async function createQueues(queues: readonly TemplateResource[], sqs: AwsClient): Promise<void> {
  await Promise.all(queues.map(({ name }) => createQueue(name, sqs)));
  await Promise.all(
    queues.map(async ({ identity, properties }) => {
      const Attributes = QueueAttributes.parse(properties);
      if (Object.keys(Attributes).length === 0) return;
      await sqs.call('sqs', 'SetQueueAttributes', { QueueUrl: identity.ref, Attributes });
    }),
  );
}

async function createQueue(QueueName: string, sqs: AwsClient): Promise<void> {
  const found = await sqs.call('sqs', 'GetQueueUrl', { QueueName }).catch(ifMissing('QueueDoesNotExist'));
  if (found === undefined) await sqs.call('sqs', 'CreateQueue', { QueueName });
}

async function createBucket(name: string, endpoint: string): Promise<void> {
  const headers = { authorization: authorization(OPERATOR, 's3') };
  const found = await fetch(`${endpoint}/${name}`, { method: 'HEAD', headers });
  if (found.ok) return;
  const made = await fetch(`${endpoint}/${name}`, { method: 'PUT', headers });
  if (!made.ok) throw new Error(`Creating the bucket ${name} failed: ${await made.text()}`);
}

const ifMissing = (errorName: string) => (error: unknown) => {
  if (error instanceof AwsError && error.name === errorName) return undefined;
  throw error;
};
