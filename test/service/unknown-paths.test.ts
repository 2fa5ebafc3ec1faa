import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bundleFunctions } from '#infra/bundle.ts';
import { unknownPaths } from '#infra/constructs/unknown-paths.ts';
import { bundleName } from '#infra/function-names.ts';
import { methodsAt } from '#shared/platform/http/known-paths.ts';
import { fullPath } from '#shared/platform/http/route.ts';
import { allRoutes } from '#shared/routes.ts';

/** The table exists beside the bundle only, so the real bundle is tested. */
const LIMIT_BYTES = 160 * 1024;
const dist = mkdtempSync(join(tmpdir(), 'assay-unknown-'));
let code: string;
let ask: (method: string, path: string) => Promise<APIGatewayProxyStructuredResultV2>;

beforeAll(async () => {
  const { directory } = bundleFunctions([unknownPaths], dist);
  code = join(directory, bundleName(unknownPaths), 'index.mjs');
  const { handler } = await import(/* @vite-ignore */ code);
  ask = (method, rawPath) =>
    handler({
      rawPath,
      rawQueryString: '',
      headers: {},
      requestContext: { requestId: 'r-1', http: { method } },
    });
});

afterAll(() => rmSync(dist, { recursive: true }));

test.each(['/api/v1', '/api/v1/', '/api/v1/health/', '/api/v1/risk//x', '/wp-login.php'])(
  'unknown paths: %s is a 404',
  async (path) => {
    const { statusCode, headers, body } = await ask('GET', path);

    expect(statusCode).toBe(404);
    expect(headers).toMatchObject({
      'content-type': 'application/problem+json',
      'x-content-type-options': 'nosniff',
      'x-request-id': 'r-1',
    });
    expect(headers).not.toHaveProperty('allow');
    expect(JSON.parse(body ?? '')).toMatchObject({
      status: 404,
      code: 'not_found',
      detail: 'The path does not exist.',
      requestId: 'r-1',
    });
  },
);

test.each([
  ['HEAD', '/api/v1/health', 'GET'],
  ['POST', '/docs/start.js', 'GET'],
  ['PUT', '/api/v1/webhooks', 'GET, POST'],
  ['GET', '/api/v1/webhooks/1/ping', 'POST'],
  ['POST', '/api/v1/webhooks/1', 'DELETE, GET, PATCH'],
])('unknown paths: %s %s names the allowed methods %s', async (method, path, allow) => {
  const { statusCode, headers, body } = await ask(method, path);

  expect(statusCode).toBe(405);
  expect(headers).toMatchObject({ allow, 'content-type': 'application/problem+json' });
  expect(JSON.parse(body ?? '')).toMatchObject({ status: 405, code: 'method_not_allowed' });
});

test.each(['/', '/console/'])('unknown paths: %s redirects to the console', async (path) => {
  const { statusCode, headers } = await ask('GET', path);

  expect({ statusCode, location: headers?.location }).toEqual({
    statusCode: 302,
    location: '/console',
  });
});

test('unknown paths: a greedy parameter matches one or more segments', () => {
  const known = [{ method: 'GET', path: '/console/{path+}' }];

  const paths = ['/console/a', '/console/a/b/c', '/console', '/console/', '/other/a'];

  expect(paths.map((path) => methodsAt(path, known).length)).toEqual([1, 1, 0, 0, 0]);
});

test('unknown paths: a CORS preflight is not refused', async () => {
  const known = await ask('OPTIONS', '/api/v1/webhooks');
  const unknown = await ask('OPTIONS', '/api/v1/nothing');

  expect(known).toMatchObject({ statusCode: 204, headers: { allow: 'GET, POST' } });
  expect(known.body).toBeUndefined();
  expect(unknown.statusCode).toBe(404);
});

test.each(allRoutes.map((route) => [`${route.method} ${fullPath(route)}`, route] as const))(
  '%s is known',
  (_title, route) => {
    const path = fullPath(route).replace(/\{\w+\+?\}/g, 'x');
    const known = allRoutes.map((one) => ({ method: one.method, path: fullPath(one) }));

    expect(methodsAt(path, known)).toContain(route.method);
  },
);

test('unknown paths: the function bundles no schemas', () => {
  expect(readFileSync(code).length).toBeLessThan(LIMIT_BYTES);
});
