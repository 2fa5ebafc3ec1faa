import { get, getMany, query } from './dynamo-reads.ts';
import { deleteMany, transact, writeOne } from './dynamo-writes.ts';
import { withRecentReads } from './recent-reads.ts';
import type { Store } from './store.ts';

/** The store on DynamoDB, one per process: it holds the client and a few recent rows. */
export const dynamoStore: Store = withRecentReads({ get, getMany, query, transact, writeOne, deleteMany });
