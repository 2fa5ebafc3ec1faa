import type { Mode } from '../../../shared/platform/caller.ts';
import type { Route } from '../../../shared/platform/http/route.ts';
import { routes } from '../../../shared/routes.ts';
import type { Client } from './call.ts';
import type { Credentials } from './credentials.ts';
import { each, isList, pages } from './pages.ts';
import { DEFAULT_RETRY, type RetryPolicy } from './retry.ts';
import { type AnyInput, type Connection, send } from './send.ts';

export interface ClientOptions {
  /** Such as `https://assay.example.com`, with or without `/api/v1`. */
  baseUrl: string;
  credentials: Credentials;
  /** With a token: the mode to work in. The mode of an API key never changes. */
  mode?: Mode;
  fetch?: typeof fetch;
  retry?: Partial<RetryPolicy>;
  /** Timeout of one attempt. */
  timeoutMs?: number;
}

/** API Gateway times out after 30 seconds, so no response can come later. */
const TIMEOUT_MS = 31_000;

/**
 * A client with a function per route: `client.risk.createSubject({ body })`. Requests are signed and
 * retried where that is safe; a problem is thrown as an `AssayProblem`.
 */
export function createClient(options: ClientOptions): Client {
  const connection: Connection = {
    baseUrl: options.baseUrl,
    credentials: options.credentials,
    mode: options.mode,
    fetch: options.fetch ?? ((input, init) => fetch(input, init)),
    retry: { ...DEFAULT_RETRY, ...options.retry },
    timeoutMs: options.timeoutMs ?? TIMEOUT_MS,
  };
  const modules = Object.entries(routes).map(([module, table]) => {
    const calls = Object.entries<Route>(table).map(([name, route]) => [
      name,
      callOf(connection, route),
    ]);
    return [module, Object.fromEntries(calls)];
  });
  // The type is derived from the same table as these functions.
  return Object.fromEntries(modules) as Client;
}

function callOf(connection: Connection, route: Route) {
  const withResponse = (input: AnyInput = {}) => send(connection, route, input);
  const call = async (input: AnyInput = {}) => (await withResponse(input)).data;
  return Object.assign(call, {
    withResponse,
    ...(isList(route) && {
      pages: (input: AnyInput = {}) => pages(call, input),
      each: (input: AnyInput = {}) => each(call, input),
    }),
  });
}
