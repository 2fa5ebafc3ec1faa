import { get, getMany, query } from './dynamo-reads.ts';
import { deleteMany, transact, writeOne } from './dynamo-writes.ts';
import type { Store } from './store.ts';

/** The port over DynamoDB. It holds nothing but the client, so one serves the whole process. */
export const dynamoStore: Store = { get, getMany, query, transact, writeOne, deleteMany };
