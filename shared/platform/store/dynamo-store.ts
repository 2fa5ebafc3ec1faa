import { setTimeout as sleep } from 'node:timers/promises';
import type { TransactWriteItemsInput } from '@aws-sdk/client-dynamodb';
import {
  BatchGetItemCommand,
  BatchWriteItemCommand,
  GetItemCommand,
  QueryCommand,
  TransactionCanceledException,
  TransactWriteItemsCommand,
} from '@aws-sdk/client-dynamodb';
import { marshall, unmarshall } from '@aws-sdk/util-dynamodb';
import type { TableName } from '../../tables.ts';
import { dynamoClient } from '../aws-clients.ts';
import { tableNameOf } from '../environment.ts';
import { type Expressions, expressionsFor } from './expressions.ts';
import {
  type Item,
  type Key,
  type Query,
  type QueryPage,
  type Read,
  type RefusedWrite,
  type Store,
  StoreUnavailable,
  TransactionRefused,
  type Write,
} from './store.ts';

type TransactItem = NonNullable<TransactWriteItemsInput['TransactItems']>[number];
type AttributeValues = Record<string, import('@aws-sdk/client-dynamodb').AttributeValue>;

/** What DynamoDB takes in one batch call. */
const KEYS_PER_BATCH_GET = 100;
const KEYS_PER_BATCH_WRITE = 25;
const BATCH_ATTEMPTS = 8;
const BATCH_BACKOFF_MS = 25;

/** The port over DynamoDB. Holds nothing but the client, so one serves the whole process. */
export const dynamoStore: Store = { get, getMany, query, transact, deleteMany };

async function get(table: TableName, key: Key): Promise<Item | undefined> {
  const { Item } = await reach(() =>
    dynamoClient().send(
      new GetItemCommand({ TableName: tableNameOf(table), Key: toRow(key), ConsistentRead: true }),
    ),
  );
  return Item && fromRow(Item);
}

async function getMany(reads: readonly Read[]): Promise<(Item | undefined)[]> {
  const found = new Map<string, Item>();
  const distinct = [...new Map(reads.map((read) => [nameOf(read), read])).values()];
  for (let start = 0; start < distinct.length; start += KEYS_PER_BATCH_GET)
    await getBatch(distinct.slice(start, start + KEYS_PER_BATCH_GET), found);
  return reads.map((read) => found.get(nameOf(read)));
}

const nameOf = ({ table, key }: Read) => `${table}\n${key.pk}\n${key.sk}`;

async function getBatch(reads: readonly Read[], found: Map<string, Item>): Promise<void> {
  const tableOf = new Map(reads.map(({ table }) => [tableNameOf(table), table]));
  let request = requestFor(reads);
  await inBatches(async () => {
    const answer = await reach(() =>
      dynamoClient().send(new BatchGetItemCommand({ RequestItems: request })),
    );
    for (const [name, rows] of Object.entries(answer.Responses ?? {}))
      for (const row of rows) {
        const item = fromRow(row);
        const table = tableOf.get(name);
        if (table) found.set(nameOf({ table, key: item }), item);
      }
    request = answer.UnprocessedKeys as typeof request;
    return Object.keys(request ?? {}).length === 0;
  });
}

function requestFor(reads: readonly Read[]) {
  const request: Record<string, { Keys: AttributeValues[]; ConsistentRead: boolean }> = {};
  for (const { table, key } of reads) {
    const entry = request[tableNameOf(table)] ?? { Keys: [], ConsistentRead: true };
    entry.Keys.push(toRow({ pk: key.pk, sk: key.sk }));
    request[tableNameOf(table)] = entry;
  }
  return request;
}

async function query(table: TableName, wanted: Query): Promise<QueryPage> {
  const conditions = ['#pk = :pk'];
  const values: Record<string, string> = { ':pk': wanted.pk };
  if (wanted.from !== undefined && wanted.upTo !== undefined) {
    conditions.push('#sk BETWEEN :from AND :upTo');
    Object.assign(values, { ':from': wanted.from, ':upTo': wanted.upTo });
  } else if (wanted.after !== undefined) {
    conditions.push('#sk > :after');
    values[':after'] = wanted.after;
  } else if (wanted.from !== undefined) {
    conditions.push('#sk >= :from');
    values[':from'] = wanted.from;
  } else if (wanted.upTo !== undefined) {
    conditions.push('#sk <= :upTo');
    values[':upTo'] = wanted.upTo;
  }

  const { Items, LastEvaluatedKey } = await reach(() =>
    dynamoClient().send(
      new QueryCommand({
        TableName: tableNameOf(table),
        ConsistentRead: true,
        KeyConditionExpression: conditions.join(' AND '),
        ExpressionAttributeNames:
          conditions.length > 1 ? { '#pk': 'pk', '#sk': 'sk' } : { '#pk': 'pk' },
        ExpressionAttributeValues: marshall(values),
        ScanIndexForward: !wanted.descending,
        ...(wanted.limit !== undefined && { Limit: wanted.limit }),
        ...(wanted.keysOnly && { ProjectionExpression: 'pk, sk' }),
      }),
    ),
  );
  return { items: (Items ?? []).map(fromRow), more: LastEvaluatedKey !== undefined };
}

async function transact(writes: readonly Write[], token: string): Promise<void> {
  try {
    await reach(() =>
      dynamoClient().send(
        new TransactWriteItemsCommand({
          TransactItems: writes.map(toTransactItem),
          ClientRequestToken: token,
        }),
      ),
    );
  } catch (error) {
    throw error instanceof TransactionCanceledException ? refusalFrom(error) : error;
  }
}

function toTransactItem(write: Write): TransactItem {
  const TableName = tableNameOf(write.table);
  const ReturnValuesOnConditionCheckFailure = 'ALL_OLD';
  if ('put' in write)
    return {
      Put: {
        TableName,
        Item: toRow(write.put),
        ReturnValuesOnConditionCheckFailure,
        ...marshalled(expressionsFor({ when: write.when })),
      },
    };
  if ('remove' in write)
    return {
      Delete: {
        TableName,
        Key: toRow(write.remove),
        ReturnValuesOnConditionCheckFailure,
        ...marshalled(expressionsFor({ when: write.when })),
      },
    };
  if ('update' in write)
    return {
      Update: {
        TableName,
        Key: toRow(write.update),
        ReturnValuesOnConditionCheckFailure,
        UpdateExpression: undefined,
        ...marshalled(expressionsFor(write)),
      },
    };
  return {
    ConditionCheck: {
      TableName,
      Key: toRow(write.check),
      ReturnValuesOnConditionCheckFailure,
      ConditionExpression: undefined,
      ...marshalled(expressionsFor({ when: write.when })),
    },
  };
}

function marshalled({ ExpressionAttributeValues, ...rest }: Expressions) {
  return {
    ...rest,
    ...(ExpressionAttributeValues && {
      ExpressionAttributeValues: toRow(ExpressionAttributeValues),
    }),
  };
}

/** Why each write stood in the way. Reasons we do not know are defects of ours, so they surface. */
function refusalFrom(error: TransactionCanceledException): Error {
  const reasons: (RefusedWrite | undefined)[] = [];
  for (const { Code, Item } of error.CancellationReasons ?? []) {
    const why = WHY[Code ?? 'None'];
    if (why === undefined) return error;
    reasons.push(why === 'none' ? undefined : { why, standing: Item && fromRow(Item) });
  }
  return new TransactionRefused(reasons);
}

const WHY: Record<string, RefusedWrite['why'] | 'none'> = {
  None: 'none',
  ConditionalCheckFailed: 'condition',
  TransactionConflict: 'conflict',
  ProvisionedThroughputExceeded: 'busy',
  ThrottlingError: 'busy',
};

async function deleteMany(table: TableName, keys: readonly Key[]): Promise<void> {
  for (let start = 0; start < keys.length; start += KEYS_PER_BATCH_WRITE) {
    let requests = keys
      .slice(start, start + KEYS_PER_BATCH_WRITE)
      .map(({ pk, sk }) => ({ DeleteRequest: { Key: toRow({ pk, sk }) } }));
    await inBatches(async () => {
      const answer = await reach(() =>
        dynamoClient().send(
          new BatchWriteItemCommand({ RequestItems: { [tableNameOf(table)]: requests } }),
        ),
      );
      requests = (answer.UnprocessedItems?.[tableNameOf(table)] ?? []) as typeof requests;
      return requests.length === 0;
    });
  }
}

/** Runs `step` until it says it is done: batch calls may leave part of their work for later. */
async function inBatches(step: () => Promise<boolean>): Promise<void> {
  for (let attempt = 0; attempt < BATCH_ATTEMPTS; attempt += 1) {
    if (await step()) return;
    await sleep(Math.random() * BATCH_BACKOFF_MS * 2 ** attempt);
  }
  throw new StoreUnavailable('DynamoDB left part of a batch unprocessed.');
}

/** The SDK has already asked again; what still fails for want of capacity or an answer is not a defect. */
async function reach<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (isOutage(error))
      throw new StoreUnavailable('DynamoDB did not take the call.', { cause: error });
    throw error;
  }
}

const OUTAGES = new Set([
  'InternalServerError',
  'InternalServerErrorException',
  'LimitExceededException',
  'ProvisionedThroughputExceededException',
  'RequestLimitExceeded',
  'RequestTimeout',
  'ServiceUnavailable',
  'ServiceUnavailableException',
  'ThrottlingException',
  'TimeoutError',
  'TransactionInProgressException',
]);

function isOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = (error as NodeJS.ErrnoException).code ?? '';
  return OUTAGES.has(error.name) || /^E(CONN|PIPE|HOST|NET|TIMEDOUT|AI_AGAIN|NOTFOUND)/.test(code);
}

const toRow = (value: object) =>
  marshall(value, { removeUndefinedValues: true }) as AttributeValues;
const fromRow = (row: AttributeValues) => unmarshall(row) as Item;
