/** The TypeScript client of the Assay API, for Node 20 and other runtimes with `fetch`. */
export type { Answer, Call, CallInput, Client, ResultOf } from './src/call.ts';
export { type ClientOptions, createClient } from './src/create-client.ts';
export type { Credentials } from './src/credentials.ts';
export { AssayProblem, AssayUnreachable } from './src/problem.ts';
export type { RetryPolicy } from './src/retry.ts';
export {
  InvalidWebhook,
  type ReceivedWebhook,
  verifyWebhook,
  type WebhookEvent,
} from './src/verify-webhook.ts';
