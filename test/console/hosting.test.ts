import { gunzipSync } from 'node:zlib';
import type { OperationTable } from '@assay/client/core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { consoleBuildOptions } from '#infra/console-page.ts';
import { consoleRoutes } from '#shared/console/routes.ts';
import { allRoutes } from '#shared/routes.ts';
import { anonymous, call } from '#test/support/api.ts';
import { buildConsolePage, scriptOf } from '#test/support/console-page.ts';
import { prepareEngine } from '#test/support/engine.ts';

const { readConsole, readConsolePage, readConsoleFile, readConsoleConfig } = consoleRoutes;

const SETTINGS = {
  STAGE: 'dev',
  ISSUER: 'https://cognito-idp.eu-west-1.amazonaws.com/eu-west-1_Example',
  CONSOLE_CLIENT_ID: 'client-1',
  CONSOLE_ORIGINS: 'https://assay.auth.example https://files.example',
  SUBJECT_CARD_ORIGIN: 'https://crm.example',
};

let files: Record<string, Uint8Array>;

beforeAll(async () => {
  await prepareEngine();
  Object.assign(process.env, SETTINGS);
  files = buildConsolePage();
});
afterAll(() => {
  for (const name of Object.keys(SETTINGS)) delete process.env[name];
});

const pageAt = (path: string, headers = {}) => call(anonymous, readConsolePage, { params: { path }, headers });
const fileAt = (file: string) => call(anonymous, readConsoleFile, { params: { file } });
const unpacked = (body: string) => gunzipSync(Buffer.from(body, 'base64')).toString();

test('console page: it runs its own scripts only, and calls the configured origins only', async () => {
  const { status, headers } = await call(anonymous, readConsole);

  expect(status).toBe(200);
  expect(headers).toMatchObject({
    'content-security-policy':
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; " +
      "font-src 'self'; connect-src 'self' https://cognito-idp.eu-west-1.amazonaws.com " +
      'https://assay.auth.example https://files.example https://crm.example; ' +
      "worker-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'; " +
      "require-trusted-types-for 'script'",
    'content-type': 'text/html; charset=utf-8',
    'content-encoding': 'gzip',
    'cache-control': 'no-cache',
    'strict-transport-security': 'max-age=31536000',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'x-robots-tag': 'noindex',
  });
});

test('console page: it loads existing files, without inline code or other hosts', async () => {
  const { body } = await call(anonymous, readConsole);
  const page = unpacked(body);

  const loaded = [...page.matchAll(/(?:src|href)="(?!data:)([^"]+)"/g)].map(([, url]) => url);

  expect(loaded.length).toBeGreaterThan(1);
  for (const url of loaded) expect(url).toMatch(/^\/console\/assets\/[\w.-]+$/);
  expect(loaded.map((url) => `${url?.slice('/console/assets/'.length)}.gz`)).toEqual(
    loaded.map((url) => expect.toSatisfy((name: string) => name in files, url)),
  );
  expect(page).toContain('<html lang="en">');
  expect(page).toContain('<noscript>');
  expect(page).not.toMatch(/<style|<script>|\son\w+=|\sstyle=/);
});

test.each(['test/inbox', 'callback', 'live/subjects/1/story', 'unknown'])(
  'console page: /console/%s returns the same page',
  async (path) => {
    const [one, other] = [await pageAt(path), await call(anonymous, readConsole)];

    expect(one).toEqual({
      ...other,
      headers: { ...other.headers, 'x-request-id': expect.any(String) },
    });
  },
);

test('console page: the query belongs to the application', async () => {
  const query = { code: 'abc', state: 'x' };

  const { status } = await call(anonymous, readConsolePage, {
    params: { path: 'callback' },
    query,
  });

  expect(status).toBe(200);
});

test('console page: a browser that has this version gets 304 without a body', async () => {
  const { headers } = await pageAt('test/inbox');

  const again = await pageAt('test/inbox', { 'if-none-match': `"other", W/${headers.etag}` });
  const older = await pageAt('test/inbox', { 'if-none-match': '"other"' });

  expect(again).toMatchObject({ status: 304, body: '', headers: { etag: headers.etag } });
  expect(older.status).toBe(200);
});

test('console files: they are cached indefinitely under the digest of their content', async () => {
  const { status, headers, body } = await fileAt(scriptOf(files));

  expect(status).toBe(200);
  expect(headers).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'content-encoding': 'gzip',
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
  });
  expect(unpacked(body)).not.toContain('sourceMappingURL');
});

test('console files: every built file has a known content type and a digest in its name', async () => {
  const names = Object.keys(files).map((name) => name.replace(/\.gz$/, ''));

  for (const name of names.filter((one) => one !== 'index.html')) {
    const { status, headers } = await fileAt(name);

    expect(name).toMatch(/-[A-Z0-9]{8}\.(m?js|css|woff2|svg)$/);
    expect({ name, status }).toEqual({ name, status: 200 });
    expect([readConsoleFile.contentType, ...readConsoleFile.otherContentTypes]).toContain(headers['content-type']);
  }
});

test.each(['main-00000000.js', 'index.html', 'index.mjs', 'toString'])(
  'console files: %s does not exist and is not cached',
  async (file) => {
    const { status, headers, body } = await fileAt(file);

    expect({ status, code: body.code }).toEqual({ status: 404, code: 'not_found' });
    expect(headers['cache-control']).toBe('no-store');
  },
);

test('console configuration: it names stage, issuer, client and subject card', async () => {
  const { status, body, headers } = await call(anonymous, readConsoleConfig);

  expect(status).toBe(200);
  expect(headers['cache-control']).toBe('no-store');
  expect(body).toEqual({
    stage: 'dev',
    issuer: SETTINGS.ISSUER,
    clientId: 'client-1',
    commandClientId: null,
    subjectCardOrigin: 'https://crm.example',
  });
});

test('console build: the application gets method and path of every operation', () => {
  const table: OperationTable = JSON.parse(consoleBuildOptions().define.ASSAY_OPERATIONS);

  const names = Object.values(table).flatMap((calls) => Object.keys(calls));
  expect(names).toHaveLength(allRoutes.length);
  expect(table.risk?.createSubject?.slice(0, 2)).toEqual(['POST', '/api/v1/risk/subjects']);
  expect(table.risk?.readRecord?.slice(0, 2)).toEqual(['GET', '/api/v1/risk/{resource}/{id}']);
});
