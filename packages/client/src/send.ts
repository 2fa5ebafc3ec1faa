import { addressOf, type QueryValue } from './address.ts';
import type { Answer } from './call.ts';
import { authorize, type Credentials } from './credentials.ts';
import { has, type Operation } from './operation.ts';
import { AssayProblem, AssayUnreachable, requestIdIn } from './problem.ts';
import { type RequestBody, requestBody } from './request-body.ts';
import { dataIn } from './response-data.ts';
import { isSafeToRepeat, type RetryPolicy, withRetries } from './retry.ts';
import { AssayUnexpectedResponse } from './unexpected-response.ts';

/** Base URL, credentials and settings of a client. */
export interface Connection {
  baseUrl: string;
  credentials: Credentials;
  mode: 'test' | 'live' | undefined;
  fetch: typeof fetch;
  retry: RetryPolicy;
  /** Timeout of one attempt. */
  timeoutMs: number;
}

/** All input that a call can have; the types decide what an operation takes. */
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
export async function send(connection: Connection, operation: Operation, input: AnyInput): Promise<Answer> {
  const message: Message = {
    url: addressOf(connection.baseUrl, operation, input.params, input.query),
    idempotencyKey: input.idempotencyKey ?? freshKey(operation),
    ...(await requestBody(input.body)),
  };
  return withRetries(connection.retry, {
    send: () => attempt(connection, operation, message, input.signal),
    isSafe: isSafeToRepeat(operation, message.idempotencyKey),
    ...(input.signal && { signal: input.signal }),
  });
}

const freshKey = (operation: Operation) => (has(operation, 'takesIdempotencyKey') ? crypto.randomUUID() : undefined);

/** An attempt succeeds once the whole response has arrived and can be parsed. */
async function attempt(
  connection: Connection,
  operation: Operation,
  message: Message,
  signal?: AbortSignal,
): Promise<Answer> {
  const headers = await headersOf(connection, operation, message);
  const [method] = operation;
  const address = { method, url: withoutQuery(message.url) };
  return reached({ ...address, timeoutMs: connection.timeoutMs, signal }, async (ended) => {
    const request: RequestInit = {
      method,
      headers,
      ...(message.body.length > 0 && { body: message.body }),
      // A signature is valid for one URL, and a token is meant for one service.
      redirect: 'manual',
      signal: ended,
    };
    const response = await connection.fetch(message.url, request);
    return answerIn(operation, await redirected(connection, response, message.url, request), address);
  });
}

/** Queries contain names of people and signatures of presigned URLs, which do not belong in logs. */
export const withoutQuery = ({ origin, pathname }: URL) => origin + pathname;

/** Large files are served by object storage, from a presigned URL. */
async function redirected(
  { fetch }: Connection,
  response: Response,
  url: URL,
  request: RequestInit,
): Promise<Response> {
  // Browsers hide where a redirect leads. They drop the token themselves when the origin changes.
  if (response.type === 'opaqueredirect') return fetch(url, { ...request, redirect: 'follow' });
  const location = response.status === 302 ? response.headers.get('location') : null;
  return location ? fetch(location, { signal: request.signal ?? null }) : response;
}

interface Attempt {
  method: string;
  /** As errors show it. */
  url: string;
  timeoutMs: number;
  signal: AbortSignal | undefined;
}

/** Errors of the network and the timeout become `AssayUnreachable`; problems and the caller's abort stay as they are. */
export async function reached<T>(
  { timeoutMs, signal, method, url }: Attempt,
  run: (ended: AbortSignal) => Promise<T>,
): Promise<T> {
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    return await run(signal ? AbortSignal.any([signal, timeout]) : timeout);
  } catch (error) {
    if (error instanceof AssayProblem || error instanceof AssayUnexpectedResponse || signal?.aborted) throw error;
    throw new AssayUnreachable({ method, url }, error);
  }
}

async function answerIn(
  operation: Operation,
  response: Response,
  address: { method: string; url: string },
): Promise<Answer> {
  const { status, headers } = response;
  if (!response.ok) throw new AssayProblem(status, headers, await response.text());
  return {
    data: await dataIn(operation, response, address),
    status,
    isReplay: headers.get('idempotent-replayed') === 'true',
    requestId: requestIdIn(headers),
  };
}

async function headersOf(
  { credentials, mode }: Connection,
  operation: Operation,
  { url, idempotencyKey, body, contentType }: Message,
): Promise<Record<string, string>> {
  const [method] = operation;
  const pathAndQuery = url.pathname + url.search;
  return {
    accept: 'application/json, */*;q=0.5',
    ...(body.length > 0 && { 'content-type': contentType }),
    ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
    ...(mode && { 'x-service-mode': mode }),
    ...(has(operation, 'needsCredential') &&
      (await authorize(credentials, { method, pathAndQuery, idempotencyKey, body }))),
  };
}
