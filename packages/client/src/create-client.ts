import { assertOptions } from './configuration.ts';
import type { Credentials } from './credentials.ts';
import type { Operations } from './generated/api.ts';
import { has, type Operation, type OperationTable } from './operation.ts';
import { each, pages } from './pages.ts';
import { DEFAULT_RETRY, type RetryPolicy } from './retry.ts';
import { type AnyInput, type Connection, send } from './send.ts';
import { type Uploads, uploadsOf } from './uploads.ts';

export interface ClientOptions {
  /** Such as `https://assay.example.com`, with or without `/api/v1`. */
  baseUrl: string;
  credentials: Credentials;
  /** With a token: the mode to work in. The mode of an API key never changes. */
  mode?: 'test' | 'live';
  fetch?: typeof fetch;
  retry?: Partial<RetryPolicy>;
  /** Timeout of one attempt. */
  timeoutMs?: number;
}

/** A function per operation, by module: `client.risk.createSubject({ body })`. */
export type Client = Operations & {
  /** Uploads in one call. */
  readonly upload: Uploads;
};

/** API Gateway times out after 30 seconds, so no response can come later. */
const TIMEOUT_MS = 31_000;

export function clientOf(operations: OperationTable, options: ClientOptions): Client {
  assertOptions(options);
  const connection: Connection = {
    baseUrl: options.baseUrl,
    credentials: options.credentials,
    mode: options.mode,
    fetch: options.fetch ?? ((input, init) => fetch(input, init)),
    retry: { ...DEFAULT_RETRY, ...options.retry },
    timeoutMs: options.timeoutMs ?? TIMEOUT_MS,
  };
  const modules = Object.entries(operations).map(([module, table]) => {
    const calls = Object.entries(table).map(([name, operation]) => [name, callOf(connection, operation)]);
    return [module, Object.fromEntries(calls)];
  });
  // The types are derived from the same route table as these functions.
  const calls = Object.fromEntries(modules) as Operations;
  return { ...calls, upload: uploadsOf(connection, calls) };
}

function callOf(connection: Connection, operation: Operation) {
  const withResponse = (input: AnyInput = {}) => send(connection, operation, input);
  const call = async (input: AnyInput = {}) => (await withResponse(input)).data;
  return Object.assign(call, {
    withResponse,
    ...(has(operation, 'isList') && {
      pages: (input: AnyInput = {}) => pages(call, input),
      each: (input: AnyInput = {}) => each(call, input),
    }),
  });
}
