import { setTimeout as sleep } from 'node:timers/promises';
import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { marshall, unmarshall } from '@aws-sdk/util-dynamodb';
import { isOutage } from '../outage.ts';
import { inCurrentShape } from './row-version.ts';
import { type Item, StoreUnavailable } from './store.ts';

/** What every call to DynamoDB shares: rows in and out, batches that are left half done, outages. */
export type Row = Record<string, AttributeValue>;

export const toRow = (value: object) => marshall(value, { removeUndefinedValues: true }) as Row;
export const fromRow = (row: Row): Item => inCurrentShape(unmarshall(row));
/** Where a read returns keys alone, there is no version to go by, and nothing to upgrade. */
export const keysFrom = (row: Row) => unmarshall(row) as Item;

const BATCH_ATTEMPTS = 8;
const BATCH_BACKOFF_MS = 25;

/** Runs `step` until it says it is done: batch calls may leave part of their work for later. */
export async function inBatches(step: () => Promise<boolean>): Promise<void> {
  for (let attempt = 1; attempt <= BATCH_ATTEMPTS; attempt += 1) {
    if (await step()) return;
    if (attempt < BATCH_ATTEMPTS)
      await sleep(Math.random() * BATCH_BACKOFF_MS * 2 ** (attempt - 1));
  }
  throw new StoreUnavailable('DynamoDB left part of a batch unprocessed.');
}

/** The SDK has already asked again; what still fails for want of capacity or an answer is not a defect. */
export async function reach<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (isOutage(error))
      throw new StoreUnavailable('DynamoDB did not take the call.', { cause: error });
    throw error;
  }
}
