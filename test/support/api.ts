import { randomUUID } from 'node:crypto';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { type ApiKey, createApiKey, secretOf } from '#shared/identity/api-key.ts';
import { identifierOf } from '#shared/identity/key-identifier.ts';
import { signRequest } from '#shared/identity/signed-request.ts';
import type { Mode } from '#shared/platform/caller.ts';
import { fullPath, functionFile, type Route } from '#shared/platform/http/route.ts';
import { newId } from '#shared/platform/ids.ts';
import { dynamoStore } from '#shared/platform/store/dynamo-store.ts';
import { signToken, type TokenOptions } from './issuer.ts';

/** Adds the credential of a caller to a request. */
export type Credential = (request: {
  method: string;
  pathAndQuery: string;
  idempotencyKey: string;
  body: string | Buffer;
}) => Promise<Record<string, string>> | Record<string, string>;

export interface CallOptions {
  params?: Record<string, string>;
  query?: Record<string, string | number>;
  body?: unknown;
  /** Sent as it is, instead of `body`. */
  rawBody?: string | Buffer;
  headers?: Record<string, string>;
  /** Generated where the route wants one; `null` sends none. */
  idempotencyKey?: string | null;
  /** The remaining time of the function, as Lambda reports it. */
  remainingMs?: number;
}

export interface Response {
  status: number;
  headers: Record<string, string>;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  body: any;
}

/** The IP address of all calls. */
export const CLIENT_ADDRESS = '127.0.0.1';

/** Calls a route's function as API Gateway would, from credential to commit. */
export const call = async (credential: Credential, route: Route, options: CallOptions = {}) =>
  (await prepareCall(credential, route, options))();

/** The same in two steps for measurements: signing the request, then handling it. */
export async function prepareCall(
  credential: Credential,
  route: Route,
  options: CallOptions = {},
): Promise<() => Promise<Response>> {
  const idempotencyKey =
    options.idempotencyKey === undefined && route.idempotency !== 'none'
      ? randomUUID()
      : (options.idempotencyKey ?? undefined);
  const path = fullPath(route).replace(/\{(\w+)\+?\}/g, (_, name) => options.params?.[name] ?? randomUUID());
  const search = new URLSearchParams(
    Object.entries(options.query ?? {}).map(([name, value]): [string, string] => [name, String(value)]),
  ).toString();
  const body = options.rawBody ?? (options.body === undefined ? '' : JSON.stringify(options.body));
  const vouched = await credential({
    method: route.method,
    pathAndQuery: search ? `${path}?${search}` : path,
    idempotencyKey: idempotencyKey ?? '',
    body,
  });
  const headers = {
    ...vouched,
    ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
    ...options.headers,
  };
  const event = eventFor(route, path, search, headers, body);
  return () => invoke(route, event, options.remainingMs);
}

async function invoke(route: Route, event: APIGatewayProxyEventV2, remainingMs = 60_000): Promise<Response> {
  const handler = await handlerOf(functionFile(route));
  const context = { awsRequestId: randomUUID(), getRemainingTimeInMillis: () => remainingMs };
  const result: APIGatewayProxyStructuredResultV2 = await handler(event, context);
  const isJson = String(result.headers?.['content-type']).includes('json');
  return {
    status: result.statusCode ?? 0,
    headers: result.headers as Record<string, string>,
    body: isJson ? JSON.parse(result.body ?? 'null') : result.body,
  };
}

type Handler = (event: APIGatewayProxyEventV2, context: object) => Promise<APIGatewayProxyStructuredResultV2>;
const handlers = new Map<string, Handler>();

/** Imported once: even a cached import takes time. */
async function handlerOf(file: string): Promise<Handler> {
  const handler = handlers.get(file) ?? (await import(/* @vite-ignore */ `../../functions/${file}`)).handler;
  handlers.set(file, handler);
  return handler;
}

function eventFor(
  route: Route,
  path: string,
  rawQueryString: string,
  headers: Record<string, string>,
  body: string | Buffer,
): APIGatewayProxyEventV2 {
  const names = fullPath(route).split('/');
  const values = path.split('/');
  const pathParameters = Object.fromEntries(
    names.flatMap((name, index) =>
      name.startsWith('{') ? [[name.replace(/[{}+]/g, ''), decodeURIComponent(values[index] ?? '')]] : [],
    ),
  );
  return {
    version: '2.0',
    routeKey: `${route.method} ${fullPath(route)}`,
    rawPath: decodeURIComponent(path),
    rawQueryString,
    headers,
    pathParameters,
    body: typeof body === 'string' ? body : body.toString('base64'),
    isBase64Encoded: typeof body !== 'string',
    requestContext: {
      domainName: 'api.assay.test',
      requestId: randomUUID(),
      http: {
        method: route.method,
        path,
        protocol: 'HTTP/1.1',
        sourceIp: CLIENT_ADDRESS,
        userAgent: headers['user-agent'] ?? '',
      },
    },
  } as APIGatewayProxyEventV2;
}

export const anonymous: Credential = () => ({});

export async function userOf(
  organizationId: string,
  role: 'owner' | 'admin' | 'member' | 'author',
  { claims, ...options }: TokenOptions & { claims?: Record<string, unknown> } = {},
): Promise<Credential> {
  const token = await signToken({ sub: randomUUID(), org: organizationId, role, ...claims }, options);
  const credential = () => ({ authorization: `Bearer ${token}` });
  if (!firstUsers.has(organizationId)) firstUsers.set(organizationId, credential);
  return credential;
}

const firstUsers = new Map<string, Credential>();

/** The caller of tests that walk all routes, for examples of calls that only the author of a record can make. */
export const firstUserOf = (organizationId: string) =>
  firstUsers.get(organizationId) ?? userOf(organizationId, 'owner');

/** An API key of an organization, written directly to the table. */
export async function keyOf(
  organizationId: string,
  mode: Mode,
  changes: Partial<ApiKey> = {},
): Promise<{ key: ApiKey; credential: Credential }> {
  const key: ApiKey = {
    id: newId(),
    organizationId,
    name: 'test key',
    mode,
    createdAt: new Date().toISOString(),
    expiresAt: null,
    revokedAt: null,
    secretVersion: 1,
    // No request notes a use then, so tests that count calls see those of the use case alone.
    lastUsedAt: '9999-12-31T23:00:00.000Z',
    ...changes,
  };
  await dynamoStore.transact([createApiKey(key)], randomUUID());
  return { key, credential: signedBy(key) };
}

export function signedBy(
  key: ApiKey,
  { secret, ageSeconds = 0 }: { secret?: string; ageSeconds?: number } = {},
): Credential {
  return async ({ method, pathAndQuery, idempotencyKey, body }) => {
    const timestamp = String(Math.floor(Date.now() / 1000) - ageSeconds);
    const parts = { timestamp, method, pathAndQuery, idempotencyKey, body: Buffer.from(body) };
    return {
      'x-api-key': identifierOf(key),
      'x-timestamp': timestamp,
      'x-signature': signRequest(secret ?? (await secretOf(key)) ?? '', parts),
    };
  };
}
