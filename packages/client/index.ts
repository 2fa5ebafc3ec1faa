import { type Client, type ClientOptions, clientOf } from './src/create-client.ts';
import { operations } from './src/generated/operations.ts';

/**
 * A client with a function per operation: `client.risk.createSubject({ body })`. Requests are signed and
 * retried where that is safe; a problem is thrown as an `AssayProblem`.
 */
export const createClient = (options: ClientOptions): Client => clientOf(operations, options);

export type {
  Answer,
  Call,
  InputOf,
  ItemOf,
  Listing,
  ReadOptions,
  RecordCall,
  RecordListing,
  ResultOf,
  WriteOptions,
} from './src/call.ts';
export type { Client, ClientOptions } from './src/create-client.ts';
export type { Credentials } from './src/credentials.ts';
export type * from './src/generated/api.ts';
export { AssayProblem, AssayUnreachable } from './src/problem.ts';
export type { RetryPolicy } from './src/retry.ts';
export { AssayUnexpectedResponse } from './src/unexpected-response.ts';
export type { FileContent, Uploads } from './src/uploads.ts';
export { InvalidWebhook, type ReceivedWebhook, verifyWebhook } from './src/verify-webhook.ts';
