import { setTimeout as sleep } from 'node:timers/promises';
import {
  BatchWriteItemCommand,
  ConditionalCheckFailedException,
  DeleteItemCommand,
  PutItemCommand,
  TransactionCanceledException,
  TransactionConflictException,
  TransactWriteItemsCommand,
  type TransactWriteItemsInput,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb';
import type { TableName } from '../../tables.ts';
import { dynamoClient } from '../aws-clients.ts';
import { tableNameOf } from '../environment.ts';
import { isUndecided } from '../outage.ts';
import { fromRow, inBatches, reach, toRow } from './dynamo-calls.ts';
import { type Expressions, expressionsFor } from './expressions.ts';
import { ROW_VERSION, withVersion } from './row-version.ts';
import {
  type Key,
  OutcomeUnknown,
  type RefusedWrite,
  StoreUnavailable,
  TransactionRefused,
  type Write,
} from './store.ts';

type TransactItem = NonNullable<TransactWriteItemsInput['TransactItems']>[number];

/** Limits of DynamoDB per call. */
const KEYS_PER_BATCH_WRITE = 25;

export async function transact(writes: readonly Write[], token: string): Promise<void> {
  const command = new TransactWriteItemsCommand({
    TransactItems: writes.map(toTransactItem),
    ClientRequestToken: token,
  });
  const failures = failuresOf(command);
  try {
    await reach(() => dynamoClient().send(command));
  } catch (error) {
    if (error instanceof TransactionCanceledException) throw refusalFrom(error);
    if (error instanceof StoreUnavailable && [...failures, error.cause].some(isUndecided))
      throw new OutcomeUnknown('DynamoDB did not say what became of it.', { cause: error.cause });
    throw error;
  }
}

/**
 * The failures of all attempts of the SDK. The SDK reports only the last, which may have been rejected
 * although an earlier attempt, whose response was lost, was carried out.
 */
function failuresOf({ middlewareStack }: TransactWriteItemsCommand): unknown[] {
  const failures: unknown[] = [];
  const noting =
    <Args, Answer>(next: (args: Args) => Promise<Answer>) =>
    async (args: Args): Promise<Answer> => {
      try {
        return await next(args);
      } catch (error) {
        failures.push(error);
        throw error;
      }
    };
  middlewareStack.addRelativeTo(noting, { relation: 'after', toMiddleware: 'retryMiddleware' });
  return failures;
}

function toTransactItem(write: Write): TransactItem {
  const TableName = tableNameOf(write.table);
  const ReturnValuesOnConditionCheckFailure = 'ALL_OLD';
  if ('put' in write)
    return {
      Put: {
        TableName,
        Item: toRow(withVersion(write.put)),
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
  if ('count' in write)
    return {
      Update: {
        TableName,
        Key: toRow(write.count),
        UpdateExpression: undefined,
        ...marshalled(expressionsFor({ add: write.add, set: { ...write.set, v: ROW_VERSION } })),
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

/** Why each write failed. Unknown reasons are defects, so they are thrown. */
function refusalFrom(error: TransactionCanceledException): Error {
  const reasons: (RefusedWrite | undefined)[] = [];
  for (const { Code, Item } of error.CancellationReasons ?? []) {
    const why = WHY[Code ?? 'None'];
    if (why === undefined) return error;
    reasons.push(why === 'none' ? undefined : { why, current: Item && fromRow(Item) });
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

export async function writeOne(write: Write): Promise<boolean> {
  try {
    await reach(() => send(write));
    return true;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return false;
    throw error;
  }
}

const CONFLICT_ATTEMPTS = 6;
const CONFLICT_BACKOFF_MS = 25;

/**
 * While a transaction holds the row, DynamoDB refuses other writes of it, and the SDK does not retry that.
 */
async function send(write: Write): Promise<unknown> {
  for (let attempt = 1; ; attempt += 1)
    try {
      return await sendOnce(write);
    } catch (error) {
      if (!(error instanceof TransactionConflictException)) throw error;
      if (attempt === CONFLICT_ATTEMPTS) throw new StoreUnavailable('A transaction holds the row.', { cause: error });
      await sleep(Math.random() * CONFLICT_BACKOFF_MS * 2 ** attempt);
    }
}

function sendOnce(write: Write): Promise<unknown> {
  const { Put, Update, Delete } = toTransactItem(write);
  if (Put) return dynamoClient().send(new PutItemCommand(Put));
  if (Update) return dynamoClient().send(new UpdateItemCommand(Update));
  if (Delete) return dynamoClient().send(new DeleteItemCommand(Delete));
  throw new Error('A condition alone is no write.');
}

export async function deleteMany(table: TableName, keys: readonly Key[]): Promise<void> {
  for (let start = 0; start < keys.length; start += KEYS_PER_BATCH_WRITE) {
    let requests = keys
      .slice(start, start + KEYS_PER_BATCH_WRITE)
      .map(({ pk, sk }) => ({ DeleteRequest: { Key: toRow({ pk, sk }) } }));
    await inBatches(async () => {
      const answer = await reach(() =>
        dynamoClient().send(new BatchWriteItemCommand({ RequestItems: { [tableNameOf(table)]: requests } })),
      );
      requests = (answer.UnprocessedItems?.[tableNameOf(table)] ?? []) as typeof requests;
      return requests.length === 0;
    });
  }
}
