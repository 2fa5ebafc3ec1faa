import * as z from 'zod';
import type { AwsRequest } from '../aws/aws-request.ts';

/** The rows that a DynamoDB request reads or writes, as far as harsh mode needs it. */
export interface DynamoRequest {
  operation: string;
  rows: TouchedRow[];
  isConsistent: boolean;
  index: string | undefined;
}

export interface TouchedRow {
  table: string;
  pk: string;
  /** Undefined for a query that reads several rows. */
  sk: string | undefined;
  isWrite: boolean;
  /** Approximate size of the written attributes: names and values as JSON. */
  bytes: number;
}

const Attributes = z.record(z.string(), z.unknown());
type Attributes = z.infer<typeof Attributes>;
const Entry = z.looseObject({
  TableName: z.string(),
  Item: Attributes.optional(),
  Key: Attributes.optional(),
});
const Batch = z.union([
  z.looseObject({ Keys: z.array(Attributes), ConsistentRead: z.boolean().optional() }),
  z.array(
    z.object({
      PutRequest: z.object({ Item: Attributes }).optional(),
      DeleteRequest: z.object({ Key: Attributes }).optional(),
    }),
  ),
]);
const Body = z.looseObject({
  TableName: z.string().optional(),
  IndexName: z.string().optional(),
  Item: Attributes.optional(),
  Key: Attributes.optional(),
  ConsistentRead: z.boolean().default(false),
  TransactItems: z.array(z.record(z.string(), Entry)).optional(),
  RequestItems: z.record(z.string(), Batch).optional(),
  KeyConditionExpression: z.string().optional(),
  ExpressionAttributeValues: Attributes.default({}),
});
type Body = z.infer<typeof Body>;

const DATA_OPERATIONS = /DynamoDB_20120810\.((?:Get|Put|Update|Delete|Batch|Transact)\w+|Query)$/;

/** Undefined for requests other than data requests, such as reading a stream. */
export function dynamoRequestOf({ service, headers, body }: AwsRequest): DynamoRequest | undefined {
  const [, operation] = DATA_OPERATIONS.exec(String(headers['x-amz-target'])) ?? [];
  if (service !== 'dynamodb' || operation === undefined) return undefined;
  const parsed = Body.parse(JSON.parse(body.toString()));
  return {
    operation,
    rows: rowsIn(operation, parsed),
    isConsistent: parsed.ConsistentRead,
    index: parsed.IndexName,
  };
}

function rowsIn(operation: string, body: Body): TouchedRow[] {
  if (body.TransactItems)
    return body.TransactItems.flatMap((item) =>
      Object.entries(item).map(([kind, entry]) => rowOf(entry.TableName, entry, kind !== 'Get')),
    );
  if (body.RequestItems)
    return Object.entries(body.RequestItems).flatMap(([table, batch]) =>
      Array.isArray(batch)
        ? batch.map(({ PutRequest, DeleteRequest }) => rowOf(table, { ...PutRequest, ...DeleteRequest }, true))
        : batch.Keys.map((Key) => rowOf(table, { Key }, false)),
    );
  const table = body.TableName ?? '';
  if (operation !== 'Query') return [rowOf(table, body, operation !== 'GetItem')];
  // DynamoDB requires an equality condition on the partition key; the service writes it first.
  const [, placeholder = ''] = /=\s*(:\w+)/.exec(body.KeyConditionExpression ?? '') ?? [];
  const pk = textIn(body.ExpressionAttributeValues[placeholder]);
  return [{ table, pk: pk ?? '', sk: undefined, isWrite: false, bytes: 0 }];
}

function rowOf(
  table: string,
  { Item, Key, ...rest }: { Item?: Attributes | undefined; Key?: Attributes | undefined },
  isWrite: boolean,
): TouchedRow {
  const key = Item ?? Key ?? {};
  const written = Item ?? { ...Key, ...rest };
  const bytes = isWrite ? JSON.stringify(written).length : 0;
  return { table, pk: textIn(key.pk) ?? '', sk: textIn(key.sk), isWrite, bytes };
}

/** `text` of `{ "S": "text" }`. */
export const textIn = (value: unknown): string | undefined => z.object({ S: z.string() }).safeParse(value).data?.S;
