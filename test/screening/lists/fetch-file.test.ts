import { mkdtempSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { isForbiddenAddress } from '#shared/platform/destination/forbidden-address.ts';
import { fetchFile } from '#shared/screening/lists/fetch-file.ts';
import { type RedirectRules, requestFile } from '#shared/screening/lists/request-file.ts';

/** Downloads over real HTTP: how a file is transferred, and where a redirect may lead. */
const target = join(mkdtempSync(join(tmpdir(), 'fetch-file-')), 'list.xml');
const LIMITS = { bytes: 1_000, timeMs: 10_000, attempts: 1, pauseMs: 1 };

let answer: (request: IncomingMessage, response: ServerResponse) => void;
let requests: string[] = [];
const server = createServer((request, response) => {
  requests.push(request.url ?? '');
  answer(request, response);
});
let origin = '';
beforeAll(async () => {
  await new Promise<void>((started) => server.listen(0, '127.0.0.1', started));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
beforeEach(() => {
  requests = [];
});
afterAll(() => server.close());

const fetched = () => fetchFile(`${origin}/list.xml`, target, {}, LIMITS);
const requested = (rules: Partial<RedirectRules>) =>
  requestFile(
    { url: `${origin}/list.xml`, headers: {}, signal: AbortSignal.timeout(10_000) },
    { isLocal: false, isForbidden: isForbiddenAddress, resolve: async () => [], ...rules },
  );
const redirectTo = (location: string): void => {
  answer = (request, response) => {
    if (request.url === '/list.xml') response.writeHead(302, { location }).end();
    else response.end('<list/>');
  };
};

test('a compressed transfer is saved as the file that was published', async () => {
  const packed = gzipSync('<list/>');
  answer = ({ headers }, response) => {
    expect(headers['accept-encoding']).toBe('gzip');
    response.writeHead(200, { 'content-encoding': 'gzip', 'content-length': packed.length, etag: '"1"' }).end(packed);
  };
  expect(await fetched()).toMatchObject({ status: 'fetched', bytes: 7, validators: { etag: '"1"' } });
  expect(readFileSync(target, 'utf8')).toBe('<list/>');
});

test('a transfer in a coding that was not requested is refused', async () => {
  answer = (_request, response) => response.writeHead(200, { 'content-encoding': 'zstd' }).end('?');
  await expect(fetched()).rejects.toMatchObject({ code: 'refused' });
});

test('a file that unpacks to more than the limit is too large', async () => {
  answer = (_request, response) =>
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(' '.repeat(1_001)));
  await expect(fetched()).rejects.toMatchObject({ code: 'too_large' });
});

test('a transfer that ends early is not a file', async () => {
  answer = (_request, response) => {
    response.writeHead(200, { 'content-length': 100 }).write('<list', () => response.destroy());
  };
  await expect(fetched()).rejects.toMatchObject({ code: expect.stringMatching(/unreachable|cut_short/) });
});

test('the local cloud follows a redirect on this machine', async () => {
  redirectTo('/moved.xml');
  const response = await requested({ isLocal: true });
  expect(await text(response)).toBe('<list/>');
  expect(requests).toEqual(['/list.xml', '/moved.xml']);
});

test('a redirect to this machine, a private network, metadata or plain HTTP is refused and not retried', async () => {
  const locations = [
    `${origin}/other`,
    'http://127.0.0.1:9001/2018-06-01/runtime/invocation/next',
    'https://127.0.0.1/',
    'https://[::1]/',
    'https://10.0.0.1/list.xml',
    'https://169.254.169.254/latest/meta-data/',
    'https://0x7f.1/',
    'http://lists.example.com/list.xml',
    'https://lists.example.com:22/',
    'https://user:secret@lists.example.com/',
    'https://localhost/',
    'ftp://lists.example.com/',
    'file:///etc/hostname',
    'http://[',
  ];
  for (const location of locations) {
    requests = [];
    redirectTo(location);
    const fetching = fetchFile(`${origin}/list.xml`, target, {}, { ...LIMITS, attempts: 3 });
    await expect(fetching, location).rejects.toMatchObject({ code: 'refused' });
    expect(requests, location).toEqual(['/list.xml']);
  }
});

test('a redirect to a public name that resolves to a private address is refused', async () => {
  redirectTo('https://lists.example.com/list.xml');
  const addresses = [
    { address: '93.184.215.14', family: 4 },
    { address: '10.0.0.1', family: 4 },
  ];
  const requesting = requested({ resolve: async () => addresses });
  await expect(requesting).rejects.toMatchObject({ name: 'ForbiddenDestination' });
});

test('a publisher that redirects without end is refused after five', async () => {
  redirectTo('/list.xml');
  await expect(requested({ isLocal: true })).rejects.toMatchObject({ name: 'ForbiddenDestination' });
  expect(requests).toHaveLength(6);
});
