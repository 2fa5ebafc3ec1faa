import { request } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Gateway, startGateway } from '../src/gateway/gateway.ts';
import { gatewayAnswer } from '../src/gateway/gateway-answer.ts';
import { gatewayEvent } from '../src/gateway/gateway-event.ts';
import { routerOf } from '../src/gateway/routing.ts';

const REQUEST = {
  method: 'POST',
  url: '/subjects/a%2Fb?tag=x&tag=y&q=a%20b',
  rawHeaders: ['Host', 'api.test', 'X-Signature', 'v1=a, v1=b', 'X-Signature', 'v1=c', 'Cookie', 'a=1; b=2'],
  body: Buffer.from('{"name":"é"}'),
  sourceIp: '127.0.0.1',
  requestId: 'request-1',
  receivedAt: new Date('2026-03-12T19:03:58Z'),
};
const ROUTE = { key: 'POST /subjects/{id}', pathParameters: { id: 'a/b' } };

test('an event has what API Gateway puts into it', () => {
  const json = ['Content-Type', 'application/json'];

  const event = gatewayEvent({ ...REQUEST, rawHeaders: [...REQUEST.rawHeaders, ...json] }, ROUTE);

  expect(event).toMatchObject({
    version: '2.0',
    routeKey: 'POST /subjects/{id}',
    rawPath: '/subjects/a/b',
    rawQueryString: 'tag=x&tag=y&q=a%20b',
    queryStringParameters: { tag: 'x,y', q: 'a b' },
    headers: { host: 'api.test', 'x-signature': 'v1=a, v1=b,v1=c' },
    cookies: ['a=1', 'b=2'],
    pathParameters: { id: 'a/b' },
    body: '{"name":"é"}',
    isBase64Encoded: false,
    requestContext: {
      requestId: 'request-1',
      time: '12/Mar/2026:19:03:58 +0000',
      http: { method: 'POST', path: '/subjects/a/b' },
    },
  });
  expect(event.headers).not.toHaveProperty('cookie');
});

test('a body that is not text is passed on in base64', () => {
  const bytes = Buffer.from([0xff, 0x00, 0x25]);

  const event = gatewayEvent({ ...REQUEST, rawHeaders: ['Content-Type', 'application/pdf'], body: bytes }, ROUTE);

  expect(event).toMatchObject({ body: bytes.toString('base64'), isBase64Encoded: true });
});

test('what a request does not have is left out of the event', () => {
  const event = gatewayEvent(
    { ...REQUEST, url: '/health', rawHeaders: [], body: Buffer.alloc(0) },
    { key: 'GET /health', pathParameters: {} },
  );

  for (const absent of ['body', 'cookies', 'pathParameters', 'queryStringParameters'])
    expect(event).not.toHaveProperty(absent);
});

test.each([
  ['GET', '/records/subjects', 'GET /records/subjects', {}],
  ['GET', '/records/other', 'GET /records/{resource}', { resource: 'other' }],
  ['GET', '/records/a%20b/1', 'GET /records/{resource}/{id}', { resource: 'a b', id: '1' }],
  ['PUT', '/records/x', 'ANY /records/{resource}', { resource: 'x' }],
  ['GET', '/docs/a/b.css', 'GET /docs/{file+}', { file: 'a/b.css' }],
])('%s %s goes to %s', (method, path, key, pathParameters) => {
  const routes = [
    'ANY /records/{resource}',
    'GET /docs/{file+}',
    'GET /records/{resource}/{id}',
    'GET /records/{resource}',
    'GET /records/subjects',
  ].map((route) => ({ key: route, functionName: route }));

  expect(routerOf(routes)(method, path)).toEqual({ key, functionName: key, pathParameters });
  expect(routerOf(routes)(method, '/nowhere')).toBeUndefined();
});

test('an answer without a status is a body by itself', () => {
  expect(gatewayAnswer({ ok: true })).toMatchObject({
    status: 200,
    headers: { 'content-type': 'application/json' },
    body: Buffer.from('{"ok":true}'),
  });
});

test.each([
  ['a status that is none', { statusCode: 'ok' }],
  ['more than six megabytes', { statusCode: 200, body: 'x'.repeat(6 * 1024 * 1024) }],
])('refuses an answer with %s', (_name, answer) => {
  expect(() => gatewayAnswer(answer)).toThrow();
});

let gateway: Gateway;
beforeAll(async () => {
  gateway = await startGateway(0, 500);
});
afterAll(() => gateway.stop());

test('serves nothing before it is configured, then routes, local routes and nothing else', async () => {
  expect((await call('GET', '/pdf')).status).toBe(503);

  gateway.serve({
    router: routerOf([
      { key: 'GET /pdf', functionName: 'pdf' },
      { key: 'GET /broken', functionName: 'broken' },
      { key: 'GET /slow', functionName: 'slow' },
      { key: 'POST /echo', functionName: 'echo' },
    ]),
    invoke: async (functionName, event) => {
      if (functionName === 'broken') throw new Error('broken');
      if (functionName === 'slow') return new Promise(() => undefined);
      if (functionName === 'echo') return event;
      const body = Buffer.from([1, 255]).toString('base64');
      return { statusCode: 201, cookies: ['a=1', 'b=2'], body, isBase64Encoded: true };
    },
    tooLarge: (key, requestId) =>
      key === 'POST /echo'
        ? {
            statusCode: 413,
            body: JSON.stringify({ detail: 'Use POST /echo/uploads.', requestId }),
          }
        : undefined,
    local: ({ path }) => (path === '/_local/x' ? gatewayAnswer({ local: true }) : undefined),
  });

  expect(await call('GET', '/pdf')).toMatchObject({
    status: 201,
    body: Buffer.from([1, 255]),
    headers: { 'set-cookie': ['a=1', 'b=2'], 'content-length': '2' },
  });
  expect(await call('GET', '/broken')).toMatchObject({
    status: 500,
    body: Buffer.from('{"message":"Internal Server Error"}'),
  });
  expect(await call('GET', '/slow')).toMatchObject({
    status: 503,
    body: Buffer.from('{"message":"Service Unavailable"}'),
  });
  expect((await call('GET', '/_local/x')).body.toString()).toBe('{"local":true}');
  expect(await call('POST', '/pdf')).toMatchObject({
    status: 404,
    body: Buffer.from('{"message":"Not Found"}'),
  });
  const tooLong = await call('POST', '/echo', Buffer.alloc(10 * 1024 * 1024 + 1));
  expect(tooLong).toMatchObject({ status: 413, headers: { connection: 'close' } });
  expect(JSON.parse(tooLong.body.toString())).toEqual({
    detail: 'Use POST /echo/uploads.',
    requestId: tooLong.headers['apigw-requestid'],
  });
  const elsewhere = await call('POST', '/large', Buffer.alloc(10 * 1024 * 1024 + 1));
  expect(elsewhere).toMatchObject({
    status: 413,
    body: Buffer.from('{"message":"Request Entity Too Large"}'),
  });
});

test('a body that arrives slowly takes nothing of the time of its function', async () => {
  const limitMs = 50;
  const quick = await startGateway(0, limitMs);
  quick.serve({
    router: routerOf([{ key: 'POST /echo', functionName: 'echo' }]),
    invoke: async () => ({ statusCode: 202 }),
    local: () => undefined,
  });
  const { promise: status, resolve, reject } = Promise.withResolvers<number | undefined>();
  const outgoing = request({ host: '127.0.0.1', port: quick.port, method: 'POST', path: '/echo' }, (answer) => {
    answer.resume();
    resolve(answer.statusCode);
  });
  outgoing.on('error', reject);

  outgoing.write('{');
  await new Promise((done) => setTimeout(done, 4 * limitMs));
  outgoing.end('}');

  expect(await status).toBe(202);
  await quick.stop();
});

function call(method: string, path: string, body = Buffer.alloc(0)) {
  const { promise, resolve, reject } = Promise.withResolvers<{
    status: number | undefined;
    headers: NodeJS.Dict<string | string[]>;
    body: Buffer;
  }>();
  const outgoing = request({ host: '127.0.0.1', port: gateway.port, method, path }, (answer) => {
    const chunks: Buffer[] = [];
    answer.on('data', (chunk: Buffer) => chunks.push(chunk));
    answer.on('end', () => {
      const { statusCode: status, headers } = answer;
      resolve({ status, headers, body: Buffer.concat(chunks) });
    });
  });
  outgoing.on('error', reject);
  outgoing.end(body);
  return promise;
}
