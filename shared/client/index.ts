/** The TypeScript client of the Assay API, for Node 20 and other runtimes with `fetch`. */
export type { Answer, Call, CallInput, Client, ResultOf } from './call.ts';
export { type ClientOptions, createClient } from './create-client.ts';
export type { Credentials } from './credentials.ts';
export { AssayProblem, AssayUnreachable } from './problem.ts';
export type { RetryPolicy } from './retry.ts';
export {
  InvalidWebhook,
  type ReceivedWebhook,
  verifyWebhook,
  type WebhookEvent,
} from './verify-webhook.ts';
