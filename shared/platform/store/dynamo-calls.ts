import { setTimeout as sleep } from 'node:timers/promises';
import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { marshall, unmarshall } from '@aws-sdk/util-dynamodb';
import { isOutage } from '../outage.ts';
import { inCurrentShape } from './row-version.ts';
import { type Item, StoreUnavailable } from './store.ts';

/** Shared by all calls to DynamoDB: marshalling of rows, partially processed batches, outages. */
export type DynamoRow = Record<string, AttributeValue>;

export const toRow = (value: object) => marshall(value, { removeUndefinedValues: true }) as DynamoRow;
export const fromRow = (row: DynamoRow): Item => inCurrentShape(unmarshall(row));
/** Reads that return keys only have no version and need no upgrade. */
export const keysFrom = (row: DynamoRow) => unmarshall(row) as Item;

const BATCH_ATTEMPTS = 8;
const BATCH_BACKOFF_MS = 25;

/** Repeats `step` until it is done, since batch calls may leave items unprocessed. */
export async function inBatches(step: () => Promise<boolean>): Promise<void> {
  for (let attempt = 1; attempt <= BATCH_ATTEMPTS; attempt += 1) {
    if (await step()) return;
    if (attempt < BATCH_ATTEMPTS) await sleep(Math.random() * BATCH_BACKOFF_MS * 2 ** (attempt - 1));
  }
  throw new StoreUnavailable('DynamoDB left part of a batch unprocessed.');
}

/** The SDK has already retried; lack of capacity or of a response is not a defect. */
export async function reach<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (isOutage(error)) throw new StoreUnavailable('DynamoDB did not take the call.', { cause: error });
    throw error;
  }
}
