/// <reference path="../globals.d.ts" />
import type { Client } from '@assay/client';
import type { Mode } from '../mode.ts';
import { noteServerDate } from './clock.ts';
import { ApiProblem } from './problem.ts';

/** Every route of the API as a typed function: `api.risk.createSubject({ body })`. */
export type Api = {
  readonly [Module in keyof Client]: {
    readonly [Name in keyof Client[Module]]: Client[Module][Name] extends (
      ...input: infer Input
    ) => infer Result
      ? (...input: Input) => Result
      : never;
  };
};

interface Input {
  params?: Record<string, string>;
  query?: Record<string, string | number | boolean | null | undefined>;
  body?: unknown;
  idempotencyKey?: string;
  signal?: AbortSignal;
}

export interface Connection {
  mode: Mode;
  /** A valid ID token. Rejects when the session has ended. */
  token(): Promise<string>;
  /** Called when the service no longer accepts the token. */
  onUnauthorized(): void;
}

const ATTEMPTS = 3;
const TIMEOUT_MS = 31_000;
const MAX_WAIT_S = 20;

export function createApi(connection: Connection): Api {
  const modules = new Map<string, unknown>();
  return new Proxy({} as Api, {
    get(_, module) {
      if (typeof module !== 'string') return undefined;
      const known = modules.get(module);
      if (known) return known;
      const calls = new Proxy(
        {},
        {
          get:
            (_calls, name) =>
            (input: Input = {}) =>
              send(connection, `${module}.${String(name)}`, input),
        },
      );
      modules.set(module, calls);
      return calls;
    },
  });
}

async function send(connection: Connection, name: string, input: Input): Promise<unknown> {
  const route = ASSAY_ROUTES[name];
  if (!route) throw new TypeError(`There is no route ${name}.`);
  const [method, path, takesKey] = route;
  const url = urlOf(path, input);
  const headers: Record<string, string> = { 'X-Service-Mode': connection.mode };
  // One key for all attempts, so that a retry cannot repeat the change.
  if (takesKey) headers['Idempotency-Key'] = input.idempotencyKey ?? crypto.randomUUID();
  if (input.body !== undefined) headers['Content-Type'] = 'application/json';
  for (let attempt = 1; ; attempt++) {
    const problem = await attemptOnce(connection, { method, url, headers, input });
    if (!(problem instanceof ApiProblem)) return problem.result;
    if (attempt === ATTEMPTS || !isWorthRetrying(problem) || input.signal?.aborted) throw problem;
    await wait(Math.min(problem.retryAfter ?? attempt, MAX_WAIT_S));
  }
}

interface Attempt {
  method: string;
  url: string;
  headers: Record<string, string>;
  input: Input;
}

async function attemptOnce(
  connection: Connection,
  { method, url, headers, input }: Attempt,
): Promise<ApiProblem | { result: unknown }> {
  const authorization = `Bearer ${await connection.token()}`;
  let response: Response;
  try {
    response = await fetch(url, {
      method,
      headers: { ...headers, Authorization: authorization },
      body: input.body === undefined ? null : JSON.stringify(input.body),
      signal: AbortSignal.any([
        AbortSignal.timeout(TIMEOUT_MS),
        ...(input.signal ? [input.signal] : []),
      ]),
    });
  } catch (error) {
    if (input.signal?.aborted) throw error;
    return new ApiProblem(0, { code: 'unreachable' }, {});
  }
  noteServerDate(response.headers.get('Date'));
  if (response.ok) return { result: await resultOf(response) };
  if (response.status === 401) connection.onUnauthorized();
  return problemOf(response);
}

async function resultOf(response: Response): Promise<unknown> {
  if (response.status === 204) return undefined;
  const type = response.headers.get('Content-Type') ?? '';
  return type.includes('json') ? response.json() : new Uint8Array(await response.arrayBuffer());
}

async function problemOf(response: Response): Promise<ApiProblem> {
  const text = await response.text();
  let body: Record<string, unknown> = {};
  try {
    const parsed: unknown = JSON.parse(text);
    if (parsed !== null && typeof parsed === 'object') body = parsed as Record<string, unknown>;
  } catch {
    // A proxy may answer with a page. The status says enough.
  }
  const retryAfter = Number(response.headers.get('Retry-After') ?? Number.NaN);
  return new ApiProblem(response.status, body, {
    requestId: typeof body.requestId === 'string' ? body.requestId : undefined,
    retryAfter: Number.isFinite(retryAfter) ? retryAfter : undefined,
  });
}

/** Requests are safe to repeat: reads change nothing, and writes have an idempotency key. */
const isWorthRetrying = ({ status }: ApiProblem) =>
  status === 0 || status === 429 || status === 502 || status === 503 || status === 504;

const wait = (seconds: number) =>
  new Promise<void>((resolve) => setTimeout(resolve, seconds * 1000));

export function urlOf(path: string, { params = {}, query = {} }: Input): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(params[name] ?? ''),
  );
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    if (value !== undefined && value !== null && value !== '') search.set(name, String(value));
  const text = search.toString();
  return text === '' ? filled : `${filled}?${text}`;
}
