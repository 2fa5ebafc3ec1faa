import { createServer, type IncomingMessage } from 'node:http';
import { closeServer, listen } from '#packages/local-aws/src/gateway/http-server.ts';
import type { Brand, SigningState } from '#packages/signing-page/src/client/signing-state.ts';
import type { LanguageCode } from '#packages/signing-page/src/languages.ts';
import { aPdf, type StubField } from '#packages/signing-page/test/stub-document.ts';
import {
  changedSince,
  missingIn,
  type Refused,
  recount,
  shownOf,
  valueRefused,
} from '#packages/signing-page/test/stub-rules.ts';
import { pageRoutes } from '#shared/documents/routes/page.ts';
import { drawTypedSignature } from '#shared/documents/signing/typed/typed-signature.ts';
import { unprintableIn } from '#shared/documents/use-cases/unprintable.ts';
import type { Route } from '#shared/platform/http/route.ts';
import { anonymous, type CallOptions, call } from '#test/support/api.ts';
import { buildSigningPage } from '#test/support/signing-page.ts';

/**
 * The page's three real routes, and a stub service of one document in memory that follows the API's
 * contract. It records all calls and can be told to fail.
 */
export interface StubService {
  origin: string;
  pageUrl: string;
  state: SigningState;
  /** Every call of the page, as `POST /complete`. */
  asked: string[];
  /** Answers the next matching calls with this status, or not at all. */
  fail: (line: RegExp, status: number | 'no answer', times?: number, problem?: object) => void;
  /** Holds matching calls until released. */
  hold: (line?: RegExp) => () => void;
  /** Redirects the file to this URL, as the service does for large files. */
  sendElsewhere: (url: string) => void;
  stop: () => Promise<void>;
}

interface Failure {
  line: RegExp;
  status: number | 'no answer';
  times: number;
  problem: object;
}

const TOKEN = 'tok_4f1c2b9a';
const NO_BRAND: Brand = { name: null, registeredName: null, colour: null, logo: null };
const lease = aPdf();
/** One white pixel. */
const BLANK_PAGE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR42mP4DwABAQEAG7buVgAAAABJRU5ErkJggg==',
  'base64',
);

export interface StubFiles {
  pdf?: Uint8Array;
  /** The picture of the first page; null if it cannot be drawn. */
  preview?: Uint8Array | null;
  brand?: Brand;
}

export async function startStub(
  state: SigningState,
  { pdf, preview = BLANK_PAGE, brand = NO_BRAND }: StubFiles = {},
): Promise<StubService> {
  buildSigningPage();
  const asked: string[] = [];
  const failures: Failure[] = [];
  let elsewhere: string | undefined;
  let held: { line: RegExp; released: Promise<void> } | undefined;
  recount(state);

  const server = createServer(async (incoming, outgoing) => {
    const { method = 'GET', url = '' } = incoming;
    const file = await fileAt(url, incoming.headers['accept-language'] ?? '');
    if (file) return outgoing.writeHead(file.status, file.headers).end(file.body);

    const line = `${method} ${url.replace(`/api/v1/signing/${TOKEN}`, '')}`;
    const body = await bodyOf(incoming);
    // Beside the calls that tests expect in an order.
    if (line === 'GET /brand') return answer(200, brand);
    asked.push(line);
    if (held?.line.test(line)) await held.released;
    const failure = failures.find((one) => one.times > 0 && one.line.test(line));
    if (failure) failure.times -= 1;
    if (failure?.status === 'no answer') return incoming.socket.destroy();
    if (failure) return answer(failure.status, failure.problem);
    if (line === 'GET /pdf' && elsewhere) return outgoing.writeHead(302, { location: elsewhere }).end();
    if (line === 'GET /pdf')
      return outgoing.writeHead(200, { 'content-type': 'application/pdf' }).end(pdf ?? (await lease));
    if (line === 'GET /preview' && preview)
      return outgoing
        .writeHead(200, { 'content-type': 'image/png', 'cache-control': 'private, no-store' })
        .end(preview);
    if (line === 'GET /preview') return answer(404, { code: 'not_found' });
    const typedFor = /^POST \/fields\/(.+)\/typed-signature$/.exec(line)?.[1];
    if (typedFor) {
      const drawn = drawnIn(state, typedFor, `${body.typed}`);
      if ('problem' in drawn) return answer(422, refusedValue(typedFor, drawn.problem));
      return outgoing.writeHead(200, { 'content-type': 'image/svg+xml' }).end(drawn.svg);
    }
    const refused = act(state, line, body);
    state.shown = shownOf(state);
    return refused ? answer(refused.status, refused) : answer(200, state);

    function answer(status: number, content: object) {
      const type = status === 200 ? 'application/json' : 'application/problem+json';
      outgoing.writeHead(status, { 'content-type': type }).end(JSON.stringify(content));
    }
  });
  const origin = `http://127.0.0.1:${await listen(server, 0)}`;
  return {
    origin,
    pageUrl: `${origin}/api/v1/sign/${TOKEN}`,
    state,
    asked,
    fail: (line, status, times = 1, problem = {}) => failures.push({ line, status, times, problem }),
    hold: (line = /^/) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      held = { line, released: promise };
      return resolve;
    },
    sendElsewhere: (url) => {
      elsewhere = url;
    },
    stop: () => {
      server.closeAllConnections();
      return closeServer(server);
    },
  };
}

/** Runs the real functions, with their real headers. */
async function fileAt(url: string, language: string) {
  const [path = '', search = ''] = url.split('?');
  const asset = /^\/api\/v1\/sign\/assets\/([^/]+)\/([^/]+)$/.exec(path);
  if (asset) return served(pageRoutes.readSigningAsset, { build: asset[1], file: asset[2] });
  const page = /^\/api\/v1\/sign\/([^/]+)$/.exec(path);
  if (page)
    return served(
      pageRoutes.readSigningPage,
      { token: page[1] },
      {
        headers: { 'accept-language': language },
        query: Object.fromEntries(new URLSearchParams(search)),
      },
    );
  return path === '/api/v1/assay-sign.js' ? served(pageRoutes.readEmbedScript, {}) : undefined;
}

async function served(route: Route, params: Record<string, string | undefined>, options: CallOptions = {}) {
  const { status, headers, body } = await call(anonymous, route, {
    ...options,
    params: params as Record<string, string>,
  });
  const isBinary = headers['content-encoding'] === 'gzip';
  return { status, headers, body: Buffer.from(body, isBinary ? 'base64' : 'utf8') };
}

async function bodyOf(incoming: IncomingMessage): Promise<Body> {
  const parts: Buffer[] = [];
  for await (const part of incoming) parts.push(part);
  return JSON.parse(Buffer.concat(parts).toString() || '{}');
}

type Body = Record<string, string | null> & { value?: string | { typed: string } | null };

/** Uses the service's own drawing code, so that the page shows the same. */
function drawnIn(state: SigningState, fieldId: string, typed: string) {
  const field = state.fields.find(({ id }) => id === fieldId);
  return drawTypedSignature(typed, field ?? { width: 200, height: 50 });
}

const refusedValue = (path: string, message: string) => ({
  status: 422,
  code: 'invalid_value',
  detail: 'The value is invalid for this field. See `errors`.',
  errors: [{ path, message }],
});

function act(state: SigningState, line: string, body: Body) {
  const fieldId = /^POST \/fields\/(.+)$/.exec(line)?.[1];
  const { value = null } = body;
  if (fieldId && value !== null && typeof value === 'object') {
    const drawn = drawnIn(state, fieldId, value.typed);
    if ('problem' in drawn) return refusedValue(fieldId, drawn.problem);
    return fill(state, fieldId, `data:image/svg+xml,${encodeURIComponent(drawn.svg)}`);
  }
  if (fieldId && typeof value !== 'object') return fill(state, fieldId, value);
  if (fieldId) return fill(state, fieldId, null);
  if (line === 'POST /complete') return complete(state, body.shown);
  if (line === 'POST /consent') return accept(state, body);
  if (line !== 'POST /decline') return undefined;
  state.signer.status = 'declined';
  state.document.status = 'declined';
  return undefined;
}

function fill(state: SigningState, fieldId: string, value: string | null): Refused | undefined {
  const field = state.fields.find(({ id }) => id === fieldId) as StubField;
  const refused = valueRefused(field, value);
  if (refused) return refused;
  const isPicture = field.fieldType === 'signature' || field.fieldType === 'initials';
  const unprintable = isPicture ? undefined : unprintableIn(value ?? '');
  if (unprintable) return refusedValue(fieldId, `${unprintable}.`);
  field.signatureImage = isPicture ? value : null;
  field.value = isPicture && value ? 'sha256:00' : value;
  for (const other of state.fields)
    if (value && field.groupKey && other.groupKey === field.groupKey && other !== field) other.value = null;
  recount(state);
  return undefined;
}

function accept(state: SigningState, { version, language }: Record<string, string | null>) {
  state.signer.consent = {
    version: version ?? '',
    language: language as LanguageCode,
    acceptedAt: '2026-05-01T08:00:00.000Z',
  };
  return undefined;
}

function complete(state: SigningState, shown: string | null | undefined): Refused | undefined {
  const refused = changedSince(state, shown) ?? missingIn(state);
  if (refused) return refused;
  state.signer.status = 'completed';
  state.signers.completed += 1;
  return undefined;
}
