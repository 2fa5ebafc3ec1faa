import { randomBytes } from 'node:crypto';
import { createServer, request } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AwsFront, startAwsFront } from '../src/aws/aws-front.ts';
import { callersOf } from '../src/aws/callers.ts';
import { PolicyDocument, type RequestedAction } from '../src/aws/grants.ts';
import { type Engine, startQueuesAndBuckets } from '../src/engines.ts';
import { closeServer, listen } from '../src/gateway/http-server.ts';
import { presignedAddress } from './presigned-address.ts';

/** More than the engine takes in one piece, as a presigned address lets a client put it. */
const LARGE = 20 * 1024 * 1024;

let engine: Engine;
let front: AwsFront;
const done: RequestedAction[] = [];

/** Hands every request on to the engine, and remembers it. */
const asked: string[] = [];
const recorder = createServer((incoming, outgoing) => {
  const { method = '', url = '', headers } = incoming;
  if (url.startsWith('/blobs/hang-up')) return incoming.destroy();
  asked.push(`${method} ${url.replace(/uploadId=.*/, 'uploadId')}`);
  const onward = request(engine.endpoint + url, { method, headers }, (reply) => {
    outgoing.writeHead(reply.statusCode ?? 0, reply.headers);
    reply.pipe(outgoing);
  });
  incoming.pipe(onward);
});

beforeAll(async () => {
  engine = await startQueuesAndBuckets();
  const s3 = `http://127.0.0.1:${await listen(recorder, 0)}`;
  await fetch(`${engine.endpoint}/blobs`, { method: 'PUT' });
  front = await startAwsFront(() => ({
    callers: callersOf([aStorer()], []),
    outbox: '',
    signingKeys: {},
    secrets: {},
    corsRules: { blobs: [{ AllowedMethods: ['PUT'], AllowedOrigins: ['*'] }] },
    engines: { dynamodb: '', sqs: '', s3 },
    onDone: (calls) => done.push(...calls),
    onDenied: () => undefined,
  }));
});
afterAll(async () => {
  await front.stop();
  await closeServer(recorder);
  await engine.stop();
});

const addressOf = (Key: string, method = 'GET', Bucket = 'blobs') =>
  presignedAddress(front.endpoint, 'storer', { method, Bucket, Key });

test('an object that is larger than the engine takes at once is there as it was put', async () => {
  const bytes = randomBytes(LARGE);

  const put = await fetch(await addressOf('a folder/list.xml', 'PUT'), {
    method: 'PUT',
    headers: {
      'content-type': 'text/xml',
      'x-amz-meta-kind': 'list',
      origin: 'https://page.example',
    },
    body: bytes,
  });

  expect([put.status, put.headers.get('access-control-allow-origin')]).toEqual([200, '*']);
  expect(put.headers.get('etag')).toMatch(/^"[0-9a-f]{32}-3"$/);
  const got = await fetch(await addressOf('a folder/list.xml'));
  expect(Buffer.from(await got.arrayBuffer()).equals(bytes)).toBe(true);
  expect(got.headers.get('content-type')).toBe('text/xml');
  expect(got.headers.get('x-amz-meta-kind')).toBe('list');
  expect(done).toContainEqual({
    action: 's3:PutObject',
    resource: 'arn:aws:s3:::blobs/a folder/list.xml',
  });
});

test('of one that breaks off nothing is left', async () => {
  const broken = request(await addressOf('broken', 'PUT'), {
    method: 'PUT',
    headers: { 'content-length': LARGE },
  });
  broken.on('error', () => undefined);
  broken.write(randomBytes(LARGE / 2));
  await untilAsked('PUT /blobs/broken?partNumber=1&uploadId');

  broken.destroy();

  await untilAsked('DELETE /blobs/broken?uploadId');
  expect((await fetch(await addressOf('broken'))).status).toBe(404);
});

test('an engine that hangs up looks like S3 hanging up', async () => {
  const address = await addressOf('hang-up', 'PUT');
  const put = fetch(address, { method: 'PUT', body: randomBytes(LARGE) });

  await expect(put).rejects.toThrow('fetch failed');
});

test('what the engine refuses is refused as it says it', async () => {
  const { status } = await fetch(await addressOf('a', 'PUT', 'nowhere'), {
    method: 'PUT',
    body: randomBytes(LARGE),
  });

  expect(status).toBe(404);
});

const untilAsked = (call: string) => expect.poll(() => asked).toContain(call);

function aStorer() {
  const Statement = [
    {
      Effect: 'Allow',
      Action: ['s3:PutObject', 's3:GetObject', 's3:ListBucket'],
      Resource: ['arn:aws:s3:::*'],
    },
  ];
  return {
    name: 'storer',
    arn: 'storer',
    directory: '',
    handler: '',
    environment: {},
    timeoutSeconds: 1,
    memoryMb: 128,
    temporaryMb: 512,
    policies: [PolicyDocument.parse({ Version: '2012-10-17', Statement })],
  };
}
