import * as z from 'zod';
import { arnOf, streamArnOf } from '../template/identities.ts';
import { type AwsRequest, operationOf } from './aws-request.ts';
import type { RequestedAction } from './grants.ts';
import { kmsCalls } from './kms.ts';
import { mailCalls } from './mail.ts';
import { s3Calls } from './s3-calls.ts';
import { userPoolCalls } from './user-pool.ts';

/** The IAM actions of a request, each with its resource; a transaction has several. */
export function callsOf(request: AwsRequest): RequestedAction[] {
  const derive = services[request.service];
  if (!derive) throw new Error(`The local cloud does not support the service ${request.service}.`);
  const distinct = new Map(
    derive(request).map((call) => [`${call.action} ${call.resource} ${call.leadingKey ?? ''}`, call] as const),
  );
  return [...distinct.values()];
}

const services: Record<string, (request: AwsRequest) => RequestedAction[]> = {
  dynamodb: (request) => dynamoCalls(operationOf(request), bodyOf(request, DynamoBody)),
  sqs: (request) => sqsCalls(operationOf(request), bodyOf(request, SqsBody)),
  secretsmanager: (request) => {
    const { SecretId } = bodyOf(request, z.object({ SecretId: z.string() }));
    return [{ action: `secretsmanager:${operationOf(request)}`, resource: SecretId }];
  },
  kms: kmsCalls,
  'cognito-idp': userPoolCalls,
  s3: s3Calls,
  ses: mailCalls,
};

const bodyOf = <T extends z.ZodType>({ body }: AwsRequest, shape: T): z.infer<T> =>
  shape.parse(JSON.parse(body.toString()));

const Row = z.object({ pk: z.object({ S: z.string() }) }).partial();
const OnRow = z.object({ Key: Row, Item: Row }).partial();
const Named = z.object({ TableName: z.string(), ...OnRow.shape });

const DynamoBody = z
  .object({
    TableName: z.string(),
    IndexName: z.string(),
    RequestItems: z.record(z.string(), z.unknown()),
    TransactItems: z.array(z.record(z.string(), Named)),
    StreamArn: z.string(),
    ShardIterator: z.string(),
    ...OnRow.shape,
  })
  .partial();

const leadingKeyOf = ({ Key, Item }: z.infer<typeof OnRow>) => (Item ?? Key)?.pk?.S;

function dynamoCalls(operation: string, body: z.infer<typeof DynamoBody>): RequestedAction[] {
  const { TableName, IndexName, RequestItems, TransactItems, StreamArn, ShardIterator } = body;
  const action = `dynamodb:${operation}`;

  if (TransactItems)
    return TransactItems.flatMap((item) =>
      Object.entries(item).map(([kind, entry]) => ({
        action: `dynamodb:${kind === 'ConditionCheck' ? 'ConditionCheckItem' : `${kind}Item`}`,
        resource: tableArn(entry.TableName),
        leadingKey: leadingKeyOf(entry),
      })),
    );
  if (RequestItems) return Object.keys(RequestItems).map((name) => ({ action, resource: tableArn(name) }));
  if (StreamArn ?? ShardIterator) return [{ action, resource: streamArn(StreamArn ?? ShardIterator ?? '') }];
  if (TableName === undefined) return [{ action, resource: '*' }];
  const table = tableArn(TableName);
  const resource = IndexName ? `${table}/index/${IndexName}` : table;
  return [{ action, resource, leadingKey: leadingKeyOf(body) }];
}

const tableArn = (nameOrArn: string) => arnOf('dynamodb', `table/${nameOrArn.split(':table/').at(-1)}`);

/** A shard iterator contains the stream ARN, which contains the table name. */
function streamArn(arnOrIterator: string): string {
  const [, table] = /:table\/([^/]+)\/stream\//.exec(arnOrIterator) ?? [];
  if (!table) throw new Error(`${arnOrIterator} names no stream.`);
  return streamArnOf(table);
}

const SqsBody = z.object({ QueueUrl: z.string(), QueueName: z.string() }).partial();

/** A batch needs the same permission as a single message. */
function sqsCalls(operation: string, { QueueUrl, QueueName }: z.infer<typeof SqsBody>): RequestedAction[] {
  const name = QueueName ?? QueueUrl?.split('/').at(-1);
  const action = `sqs:${operation.replace(/Batch$/, '')}`;
  return [{ action, resource: name ? arnOf('sqs', name) : '*' }];
}
