import { get, getMany, query } from './dynamo-reads.ts';
import { deleteMany, transact, writeOne } from './dynamo-writes.ts';
import { withRecentReads } from './recent-reads.ts';
import type { Store } from './store.ts';

/** The port over DynamoDB. It holds the client and a few recent rows, so one serves the whole process. */
export const dynamoStore: Store = withRecentReads({
  ...{ get, getMany, query },
  ...{ transact, writeOne, deleteMany },
});
