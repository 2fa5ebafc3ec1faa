import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createContext, runInContext } from 'node:vm';
import { gunzipSync } from 'node:zlib';
import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { handler } from '#functions/service/read-openapi.ts';
import { bundleFunctions } from '#infra/bundle.ts';
import { bundleName } from '#infra/function-names.ts';
import { isSignedBy } from '#shared/identity/signed-request.ts';
import { apiDocument } from '#shared/service/api-document.ts';
import { docsStartScript } from '#shared/service/docs-start-script.ts';
import { serviceRoutes } from '#shared/service/routes.ts';
import { VERSION } from '#shared/version.ts';
import { anonymous, call } from '#test/support/api.ts';

const { readHealth, readOpenapi, readDocs, readDocsFile } = serviceRoutes;

test('health: returns the status and the version', async () => {
  const { status, body } = await call(anonymous, readHealth);

  expect({ status, body }).toEqual({ status: 200, body: { status: 'ok', version: VERSION } });
});

test('docs: the OpenAPI document is served', async () => {
  const { status, body, headers } = await call(anonymous, readOpenapi);

  expect(status).toBe(200);
  expect(headers['content-type']).toBe('application/json');
  expect(body).toEqual(JSON.parse(JSON.stringify(apiDocument())));
});

test.each([
  ['gzip, deflate, br', true],
  ['br;q=1.0, gzip;q=0.8', true],
  ['gzip;q=0, identity', false],
  ['deflate', false],
  [undefined, false],
])('docs: with Accept-Encoding %s the document is compressed: %s', async (accepted, isCompressed) => {
  const event = {
    rawPath: '/api/v1/openapi.json',
    rawQueryString: '',
    headers: accepted === undefined ? {} : { 'accept-encoding': accepted },
    requestContext: { requestId: 'r', http: { method: 'GET' } },
  } as unknown as Parameters<typeof handler>[0];
  const { body = '', headers, isBase64Encoded } = await handler(event, {} as Parameters<typeof handler>[1]);

  expect(headers).toMatchObject({ vary: 'Accept-Encoding', 'content-type': 'application/json' });
  expect([headers?.['content-encoding'], isBase64Encoded ?? false]).toEqual(
    isCompressed ? ['gzip', true] : [undefined, false],
  );
  const text = isCompressed ? gunzipSync(Buffer.from(body, 'base64')).toString() : body;
  expect(text).toBe(JSON.stringify(apiDocument()));
});

test('docs: the service serves every file of the page itself', async () => {
  const { status, body, headers } = await call(anonymous, readDocs);

  const files = [...String(body).matchAll(/(?:src|href)="([^"]+)"/g)].map(([, file]) => file);

  expect(status).toBe(200);
  expect(headers['content-type']).toBe('text/html; charset=utf-8');
  expect(body).toContain('<h1>Assay API');
  expect(files.filter((file) => !file?.startsWith('data:'))).toEqual([
    '/docs/swagger-ui.css',
    '/api/v1/openapi.json',
    '/docs/swagger-ui-bundle.js',
    '/docs/start.js',
  ]);
});

test('docs: the page may run only its own script and inline style', async () => {
  const { body, headers } = await call(anonymous, readDocs);

  const policy = headers['content-security-policy'] ?? '';
  const [, style = ''] = /<style>([\s\S]*?)<\/style>/.exec(body) ?? [];
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(style));

  expect(policy).toContain("default-src 'none'; script-src 'self';");
  expect(policy).not.toContain('unsafe');
  expect(policy).toContain(`'sha256-${Buffer.from(digest).toString('base64')}'`);
  expect(body).not.toMatch(/<script>|<script [^>]*>[^<]|\son\w+=|\sstyle=/);
});

/** The files exist beside the bundle only, so the real bundle is tested. */
const dist = mkdtempSync(join(tmpdir(), 'assay-docs-'));
let readFile: (file: string) => Promise<APIGatewayProxyStructuredResultV2>;

beforeAll(async () => {
  const { directory } = bundleFunctions([readDocsFile], dist);
  const { handler } = await import(/* @vite-ignore */ join(directory, bundleName(readDocsFile), 'index.mjs'));
  readFile = (file) =>
    handler({
      rawPath: `/docs/${file}`,
      rawQueryString: '',
      headers: {},
      pathParameters: { file },
      requestContext: { requestId: 'r', http: { method: 'GET' } },
    });
});

afterAll(() => rmSync(dist, { recursive: true }));

test.each([
  ['swagger-ui.css', 'text/css; charset=utf-8'],
  ['swagger-ui-bundle.js', 'text/javascript; charset=utf-8'],
])('docs: %s is served compressed, as in its package', async (file, contentType) => {
  const { statusCode, headers, body, isBase64Encoded } = await readFile(file);

  const original = readFileSync(createRequire(import.meta.url).resolve(`swagger-ui-dist/${file}`));
  expect({ statusCode, isBase64Encoded }).toEqual({ statusCode: 200, isBase64Encoded: true });
  expect([readDocsFile.contentType, ...readDocsFile.otherContentTypes]).toContain(contentType);
  expect(headers).toMatchObject({
    'content-type': contentType,
    'content-encoding': 'gzip',
    'cache-control': 'public, max-age=86400',
  });
  expect(gunzipSync(Buffer.from(body ?? '', 'base64')).equals(original)).toBe(true);
});

test('docs: the script that starts the page is served', async () => {
  const { statusCode, headers, body } = await readFile('start.js');

  expect(statusCode).toBe(200);
  expect(headers?.['content-type']).toBe('text/javascript; charset=utf-8');
  expect(body).toBe(docsStartScript);
});

test.each(['package.json', '../index.mjs', 'index.mjs'])('docs: %s is not served', async (file) => {
  const { statusCode } = await readFile(file);

  expect(statusCode).toBe(400);
});

interface SwaggerRequest {
  url: string;
  method: string;
  headers?: Record<string, string>;
  body?: string;
  loadSpec?: boolean;
}

/** Runs the script of the page with nothing but the globals of a browser. */
function startPage(fields: { key: string; secret: string }) {
  let intercept: ((request: SwaggerRequest) => Promise<SwaggerRequest>) | undefined;
  const values: Record<string, string> = { 'api-key': fields.key, 'api-secret': fields.secret };
  const page = createContext({
    document: { getElementById: (id: string) => ({ value: values[id] }) },
    location: { href: 'https://assay.example/docs', origin: 'https://assay.example' },
    SwaggerUIBundle: (options: { requestInterceptor: typeof intercept }) => {
      intercept = options.requestInterceptor;
    },
    crypto,
    TextEncoder,
    URL,
  });
  runInContext(docsStartScript, page);
  if (!intercept) throw new Error('The page did not start.');
  return intercept;
}

test.each<[string, SwaggerRequest]>([
  [
    'a POST',
    {
      url: 'https://assay.example/api/v1/risk/subjects',
      method: 'post',
      headers: { 'Idempotency-Key': 'signup-1' },
      body: '{"kind":"person","externalId":"ünique"}',
    },
  ],
  ['a GET', { url: '/api/v1/risk/events?search=a%20b&offset=7', method: 'GET' }],
  ['a path with escapes', { url: '/api/v1/risk/a%3Ab%2Fc%20d%3F', method: 'GET' }],
])('docs: %s that is tried from the page is signed as the service expects', async (_case, request) => {
  const intercept = startPage({ key: 'ak_test_1', secret: 'hush' });

  const { headers = {} } = await intercept({ ...request });

  const { pathname, search } = new URL(request.url, 'https://assay.example');
  expect(headers['X-Api-Key']).toBe('ak_test_1');
  expect(
    isSignedBy('hush', headers['X-Signature'] ?? '', {
      timestamp: headers['X-Timestamp'] ?? '',
      method: request.method.toUpperCase(),
      pathAndQuery: pathname + search,
      idempotencyKey: request.headers?.['Idempotency-Key'] ?? '',
      body: Buffer.from(request.body ?? ''),
    }),
  ).toBe(true);
});

test.each<[string, { key: string; secret: string }, SwaggerRequest]>([
  ['no key', { key: '', secret: '' }, { url: '/api/v1/health', method: 'GET' }],
  [
    'a token',
    { key: 'k', secret: 's' },
    { url: '/api/v1/health', method: 'GET', headers: { Authorization: 'Bearer x' } },
  ],
  ['another host', { key: 'k', secret: 's' }, { url: 'https://other.example/', method: 'GET' }],
])('docs: nothing is signed with %s', async (_case, fields, request) => {
  const { headers } = await startPage(fields)(request);

  expect(headers).not.toHaveProperty('X-Signature');
});
