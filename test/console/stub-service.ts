import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { pageHeaders } from '#shared/console/headers.ts';
import { contentTypeOf } from '#shared/platform/http/content-types.ts';
import { fullPath } from '#shared/platform/http/route.ts';
import { allRoutes } from '#shared/routes.ts';
import { apiDocument } from '#shared/service/api-document.ts';
import { buildConsolePage } from '#test/support/console-page.ts';
import { answerSlowly } from '#test/support/slow-answers.ts';

/**
 * The console with a sign-in that succeeds at once and an API that answers with the examples of the OpenAPI
 * document, or as a test says. It shows what the console does, without engines.
 */
export interface StubAnswer {
  status?: number;
  body?: unknown;
  headers?: Record<string, string>;
}

export type Answering = (call: StubCall) => StubAnswer | undefined;
/** The same for answers that another service gives. */
export type Forwarding = (call: StubCall) => Promise<StubAnswer | undefined>;

interface StubCall {
  /** `module.name` of the route. */
  route: string;
  path: string;
  query: URLSearchParams;
  headers: IncomingMessage['headers'];
  body: unknown;
}

export interface StubService {
  origin: string;
  calls: StubCall[];
  /** Bytes of all answers of the API. */
  bytes: () => number;
  /** The time of all later answers, for what is shown relative to it. */
  setDate(date: Date): void;
  stop(): Promise<void>;
}

export async function startStub(answering: Answering | Forwarding = () => undefined): Promise<StubService> {
  const files = buildConsolePage();
  const calls: StubCall[] = [];
  let bytes = 0;
  let date: Date | undefined;
  const nonces = new Map<string, string>();
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', origin);
    const body = await bodyOf(request);
    if (url.pathname.startsWith('/api/')) {
      const call = callOf(request, url, body);
      calls.push(call);
      await answerSlowly();
      const given = (await answering(call)) ?? exampleFor(call);
      const headers = { ...(date && { date: date.toUTCString() }), ...given.headers };
      bytes += answer(response, { ...given, headers });
    } else if (url.pathname.startsWith('/oidc/')) signIn(url, body, response, nonces, origin);
    else serve(url, response, files, origin);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const origin = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
  return {
    origin,
    calls,
    bytes: () => bytes,
    setDate: (given) => {
      date = given;
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

const patterns = allRoutes.map((route) => ({
  route,
  pattern: new RegExp(`^${fullPath(route).replaceAll(/\{\w+\+?\}/g, '([^/]+)')}$`),
  isFixed: !fullPath(route).includes('{'),
}));

function callOf(request: IncomingMessage, url: URL, body: string): StubCall {
  const fitting = patterns.filter(
    ({ route, pattern }) => route.method === request.method && pattern.test(url.pathname),
  );
  const found = (fitting.find(({ isFixed }) => isFixed) ?? fitting[0])?.route;
  return {
    route: found ? `${found.module}.${found.name}` : `${request.method} ${url.pathname}`,
    path: url.pathname,
    query: url.searchParams,
    headers: request.headers,
    body: body === '' ? undefined : JSON.parse(body),
  };
}

let examples: Map<string, StubAnswer> | undefined;

/** The example of the OpenAPI document for a route. */
function exampleFor({ route }: Pick<StubCall, 'route'>): StubAnswer {
  examples ??= readExamples();
  return examples.get(route) ?? { status: 404, body: { code: 'not_found', detail: 'Not stubbed.' } };
}

function readExamples(): Map<string, StubAnswer> {
  const { paths } = apiDocument() as unknown as {
    paths: Record<
      string,
      Record<
        string,
        {
          operationId?: string;
          responses: Record<string, { content?: Record<string, { example?: unknown }> }>;
        }
      >
    >;
  };
  const found = new Map<string, StubAnswer>();
  for (const route of allRoutes) {
    const operation = paths[fullPath(route)]?.[route.method.toLowerCase()];
    const success = Object.entries(operation?.responses ?? {}).find(([status]) => status < '300');
    if (!success) continue;
    const [status, { content }] = success;
    const body = content?.['application/json']?.example;
    found.set(`${route.module}.${route.name}`, { status: Number(status), body });
  }
  return found;
}

function answer(response: ServerResponse, { status = 200, body, headers = {} }: StubAnswer): number {
  const isBytes = body instanceof Uint8Array;
  const content = isBytes ? body : Buffer.from(body === undefined ? '' : JSON.stringify(body));
  response.writeHead(body === undefined && status < 300 ? 204 : status, {
    'content-type': isBytes ? 'application/pdf' : 'application/json',
    date: new Date().toUTCString(),
    ...headers,
  });
  response.end(content);
  return content.length;
}

function signIn(url: URL, body: string, response: ServerResponse, nonces: Map<string, string>, origin: string) {
  if (url.pathname.endsWith('openid-configuration'))
    return void answer(response, {
      body: {
        issuer: `${origin}/oidc`,
        authorization_endpoint: `${origin}/oidc/authorize`,
        token_endpoint: `${origin}/oidc/token`,
        revocation_endpoint: `${origin}/oidc/revoke`,
        end_session_endpoint: `${origin}/oidc/logout`,
      },
    });
  if (url.pathname === '/oidc/authorize') {
    const code = randomUUID();
    nonces.set(code, url.searchParams.get('nonce') ?? '');
    const to = new URL(url.searchParams.get('redirect_uri') ?? origin);
    to.searchParams.set('code', code);
    to.searchParams.set('state', url.searchParams.get('state') ?? '');
    response.writeHead(302, { location: to.href });
    return void response.end();
  }
  if (url.pathname === '/oidc/token') {
    const form = new URLSearchParams(body);
    const code = form.get('code') ?? form.get('refresh_token') ?? '';
    const nonce = nonces.get(code);
    const next = randomUUID();
    nonces.set(next, nonce ?? '');
    return void answer(response, {
      body: {
        token_type: 'Bearer',
        access_token: randomUUID(),
        expires_in: 900,
        id_token: tokenOf({
          iss: `${origin}/oidc`,
          aud: 'console',
          sub: 'user-1',
          nonce,
          email: 'mia@example.com',
          name: 'Mia Example',
          iat: seconds(),
          exp: seconds() + 900,
        }),
        refresh_token: next,
      },
    });
  }
  answer(response, { status: 200, body: {} });
}

const seconds = () => Math.floor(Date.now() / 1000);
const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
/** The console does not check signatures: the token comes from the issuer over TLS, and the API checks it. */
const tokenOf = (claims: object) => `${part({ alg: 'RS256' })}.${part(claims)}.${part('stub')}`;

function serve(url: URL, response: ServerResponse, files: Record<string, Uint8Array>, origin: string) {
  if (url.pathname === '/console/config.json')
    return void answer(response, {
      body: {
        stage: 'stub',
        issuer: `${origin}/oidc`,
        clientId: 'console',
        commandClientId: null,
        subjectCardOrigin: null,
      },
    });
  const asset = /^\/console\/assets\/(.+)$/.exec(url.pathname)?.[1];
  const name = asset ?? 'index.html';
  const content = files[`${name}.gz`];
  if (!content || !url.pathname.startsWith('/console')) {
    response.writeHead(404);
    return void response.end();
  }
  const { 'content-encoding': _, ...headers }: Record<string, string> = asset
    ? { 'content-type': contentTypeOf(name) ?? '' }
    : { ...pageHeaders([origin]), 'content-type': 'text/html; charset=utf-8' };
  response.writeHead(200, headers);
  response.end(gunzipSync(content));
}
