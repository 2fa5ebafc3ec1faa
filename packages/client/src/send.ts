import type { Mode } from '../../../shared/platform/caller.ts';
import { needsCredential, type Route } from '../../../shared/platform/http/route.ts';
import { addressOf, type QueryValue } from './address.ts';
import type { Answer } from './call.ts';
import { authorize, type Credentials } from './credentials.ts';
import { AssayProblem, AssayUnreachable, requestIdIn } from './problem.ts';
import { type RequestBody, requestBody } from './request-body.ts';
import { isSafeToRepeat, type RetryPolicy, withRetries } from './retry.ts';

/** Base URL, credentials and settings of a client. */
export interface Connection {
  baseUrl: string;
  credentials: Credentials;
  mode: Mode | undefined;
  fetch: typeof fetch;
  retry: RetryPolicy;
  /** Timeout of one attempt. */
  timeoutMs: number;
}

/** All input that a call can have; the types decide what a route takes. */
export interface AnyInput {
  params?: Record<string, string>;
  query?: Record<string, QueryValue>;
  body?: unknown;
  idempotencyKey?: string;
  signal?: AbortSignal;
}

interface Message extends RequestBody {
  url: URL;
  idempotencyKey: string | undefined;
}

/** Makes one call. All attempts have the same idempotency key and body. */
export async function send(connection: Connection, route: Route, input: AnyInput): Promise<Answer> {
  const message: Message = {
    url: addressOf(connection.baseUrl, route, input.params, input.query),
    idempotencyKey: input.idempotencyKey ?? freshKey(route),
    ...(await requestBody(input.body)),
  };
  return withRetries(connection.retry, {
    send: () => attempt(connection, route, message, input.signal),
    isSafe: isSafeToRepeat(route, message.idempotencyKey),
    ...(input.signal && { signal: input.signal }),
  });
}

const freshKey = ({ idempotency }: Route) =>
  idempotency === 'none' ? undefined : crypto.randomUUID();

/** An attempt succeeds once the whole response has arrived and can be parsed. */
async function attempt(
  connection: Connection,
  route: Route,
  message: Message,
  signal?: AbortSignal,
): Promise<Answer> {
  const headers = headersOf(connection, route, message);
  const timeout = AbortSignal.timeout(connection.timeoutMs);
  const ended = signal ? AbortSignal.any([signal, timeout]) : timeout;
  try {
    const response = await connection.fetch(message.url, {
      method: route.method,
      headers,
      ...(message.body.length > 0 && { body: message.body }),
      // A signature is valid for one URL, and a token is meant for one service.
      redirect: 'manual',
      signal: ended,
    });
    const elsewhere = response.status === 302 ? response.headers.get('location') : null;
    // A presigned URL: credentials are not sent to it.
    return await answerIn(
      elsewhere ? await connection.fetch(elsewhere, { signal: ended }) : response,
    );
  } catch (error) {
    if (error instanceof AssayProblem || signal?.aborted) throw error;
    throw new AssayUnreachable(error);
  }
}

async function answerIn(response: Response): Promise<Answer> {
  const { status, headers } = response;
  if (!response.ok) throw new AssayProblem(status, headers, await response.text());
  return {
    data: await dataIn(response),
    status,
    isReplay: headers.get('idempotent-replayed') === 'true',
    requestId: requestIdIn(headers),
  };
}

/** Returns JSON parsed, text as a string and anything else as bytes. */
async function dataIn(response: Response): Promise<unknown> {
  const contentType = response.headers.get('content-type');
  if (contentType === null) return undefined;
  if (/^application\/json\b/.test(contentType)) return response.json();
  return contentType.startsWith('text/')
    ? response.text()
    : new Uint8Array(await response.arrayBuffer());
}

function headersOf(
  { credentials, mode }: Connection,
  { method, access }: Route,
  { url, idempotencyKey, body, contentType }: Message,
): Record<string, string> {
  const pathAndQuery = url.pathname + url.search;
  return {
    accept: 'application/json, */*;q=0.5',
    ...(body.length > 0 && { 'content-type': contentType }),
    ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
    ...(mode && { 'x-service-mode': mode }),
    ...(needsCredential({ access }) &&
      authorize(credentials, { method, pathAndQuery, idempotencyKey, body })),
  };
}
