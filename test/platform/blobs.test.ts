import { randomBytes } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import {
  getBlob,
  listBlobs,
  PART_BYTES,
  presignedUpload,
  putBlob,
  removeBlob,
  sizeOfBlob,
  streamBlob,
} from '#shared/platform/blobs.ts';
import { serviceError } from '#test/support/aws-errors.ts';
import { prepareEngine } from '#test/support/engine.ts';
import { type AwsCall, withFaults } from '#test/support/faults.ts';

beforeAll(prepareEngine);

const BYTES = Buffer.from(Array.from({ length: 1_000 }, (_, index) => index % 256));

test('blobs: a stored object is read back whole, by range and as a stream', async () => {
  await putBlob('lists', 'a/b c/ü+1.bin', BYTES);

  const streamed: Uint8Array[] = [];
  for await (const chunk of (await streamBlob('lists', 'a/b c/ü+1.bin')) ?? []) streamed.push(chunk);

  expect(await getBlob('lists', 'a/b c/ü+1.bin')).toEqual(BYTES);
  expect(await getBlob('lists', 'a/b c/ü+1.bin', { offset: 300, length: 20 })).toEqual(BYTES.subarray(300, 320));
  expect(Buffer.concat(streamed)).toEqual(BYTES);
});

test('blobs: a large object is uploaded in parts and is one object', async () => {
  const large = randomBytes(2 * PART_BYTES + 1_000);

  await putBlob('lists', 'large ü', large);

  expect((await getBlob('lists', 'large ü'))?.equals(large)).toBe(true);
  const across = { offset: PART_BYTES - 10, length: 20 };
  expect(await getBlob('lists', 'large ü', across)).toEqual(large.subarray(PART_BYTES - 10, PART_BYTES + 10));
  expect(await listBlobs('lists', 'large')).toEqual(['large ü']);
});

describe('blobs: an object that is named by its digest', () => {
  const key = 'documents/organization/test/document/digest.pdf';
  const answering = (status: number) => ({
    ofCall: ({ command }: AwsCall) =>
      command === 'PutObject' || command === 'CompleteMultipartUpload'
        ? { fails: 'before' as const, error: serviceError('Conditional', status) }
        : undefined,
  });

  test.each([
    ['PutObject', BYTES],
    ['CompleteMultipartUpload', randomBytes(PART_BYTES + 1)],
  ])('is written on the condition that there is none of its name: %s', async (command, content) => {
    const { calls } = await withFaults({}, async () => {
      await putBlob('documents', key, content);
      await putBlob('documents', 'uploads/any', content);
    });
    const conditions = calls.flatMap((call) =>
      call.command === command ? [[call.input.Key, call.input.IfNoneMatch]] : [],
    );

    expect(conditions).toEqual([
      [key, '*'],
      ['uploads/any', undefined],
    ]);
  });

  test('is stored if it exists', async () => {
    await expect(withFaults(answering(412), () => putBlob('documents', key, BYTES))).resolves.toBeDefined();
    await expect(withFaults(answering(412), () => putBlob('documents', 'uploads/any', BYTES))).rejects.toThrow('412');
  });

  test('is refused with 503 while another request writes or deletes it', async () => {
    await expect(withFaults(answering(409), () => putBlob('documents', key, BYTES))).rejects.toMatchObject({
      status: 503,
    });
  });
});

test('blobs: a missing object is undefined, also after it was deleted', async () => {
  await putBlob('lists', 'gone', BYTES);
  await removeBlob('lists', 'gone');

  expect(await getBlob('lists', 'gone')).toBeUndefined();
  expect(await getBlob('lists', 'never')).toBeUndefined();
  expect(await streamBlob('lists', 'never')).toBeUndefined();
});

test('blobs: a client without credentials uploads with a presigned URL', async () => {
  const terms = { sizeBytes: BYTES.length, contentType: 'text/csv' };
  const { url, headers } = await presignedUpload('lists', 'uploads/x', terms);
  const response = await fetch(url, { method: 'PUT', headers, body: BYTES });

  expect(response.status).toBe(200);
  expect(await getBlob('lists', 'uploads/x')).toEqual(BYTES);
});

test('blobs: the size of an object is known without reading it; a missing one has none', async () => {
  await putBlob('lists', 'sized', BYTES);

  expect(await sizeOfBlob('lists', 'sized')).toBe(BYTES.length);
  expect(await sizeOfBlob('lists', 'never')).toBeUndefined();
});

describe('blobs: when S3 fails', () => {
  /** Answers with these responses in turn, then with success. */
  async function answering(
    statuses: number[],
    answer = (status: number, response: ServerResponse) => void response.writeHead(status).end('in trouble'),
  ) {
    const seen: (string | undefined)[] = [];
    const server = createServer((request, response) => {
      seen.push(request.headers.authorization);
      const status = statuses.shift();
      if (status === undefined) response.end('done');
      else answer(status, response);
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    const engine = process.env.AWS_ENDPOINT_URL_S3;
    const { port } = server.address() as AddressInfo;
    process.env.AWS_ENDPOINT_URL_S3 = `http://127.0.0.1:${port}`;
    onTestFinished(() => {
      process.env.AWS_ENDPOINT_URL_S3 = engine;
      server.closeAllConnections();
      server.close();
    });
    return seen;
  }

  test('the request is retried, signed each time', async () => {
    const seen = await answering([503, 500, 429]);

    expect((await getBlob('lists', 'x'))?.toString()).toBe('done');
    expect(seen).toHaveLength(4);
    expect(seen.every((header) => header?.startsWith('AWS4-HMAC-SHA256 '))).toBe(true);
  });

  test('the request fails after four attempts, without naming the object', async () => {
    const seen = await answering([503, 503, 503, 503, 503]);

    await expect(getBlob('lists', 'secret-name')).rejects.toMatchObject({
      status: 503,
      code: 'unavailable',
      message: 'Object storage is unavailable. Retry later.',
    });
    expect(seen).toHaveLength(4);
  });

  test('a response that breaks off is requested again', async () => {
    const seen = await answering([200, 200], (status, response) => {
      response.writeHead(status, { 'content-length': '100' }).write('torn');
      setImmediate(() => response.destroy());
    });

    expect((await getBlob('lists', 'x'))?.toString()).toBe('done');
    expect(seen).toHaveLength(3);
  });

  test('a large object whose parts could not be completed does not exist', async () => {
    await answering([200, 200, 200, 200], (status, response) => {
      response.writeHead(status, { etag: '"x"' });
      response.end('<UploadId>1</UploadId><Error><Code>InternalError</Code></Error>');
    });

    await expect(putBlob('lists', 'x', Buffer.alloc(PART_BYTES + 1))).rejects.toMatchObject({
      status: 503,
    });
  });

  test('a request that S3 was too slow for is retried, and is then an outage', async () => {
    const seen = await answering([400, 400, 400, 400], (status, response) => {
      response.writeHead(status).end('<Error><Code>RequestTimeout</Code></Error>');
    });

    await expect(getBlob('lists', 'x')).rejects.toMatchObject({ status: 503, code: 'unavailable' });
    expect(seen).toHaveLength(4);
  });

  test('an error response is not retried, and is thrown with its code', async () => {
    const seen = await answering([403]);

    await expect(putBlob('lists', 'x', BYTES)).rejects.toMatchObject({
      name: 'S3Refused403',
      message: 'S3 answered 403 to a PUT.',
    });
    expect(seen).toHaveLength(1);
  });
});
