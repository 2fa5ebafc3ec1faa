import { describe, expect, test } from 'vitest';
import { isSignedRightly } from '#packages/local-aws/src/aws/presigned.ts';
import { presignedGet, presignedUpload } from '#shared/platform/blobs.ts';
import { prepareEngine } from '#test/support/engine.ts';

/** The example in Amazon's description of signatures in the query. */
const AMAZONS = {
  secret: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  request: {
    method: 'GET',
    headers: { host: 'examplebucket.s3.amazonaws.com' },
    path:
      '/test.txt?X-Amz-Algorithm=AWS4-HMAC-SHA256' +
      '&X-Amz-Credential=AKIAIOSFODNN7EXAMPLE%2F20130524%2Fus-east-1%2Fs3%2Faws4_request' +
      '&X-Amz-Date=20130524T000000Z&X-Amz-Expires=86400&X-Amz-SignedHeaders=host' +
      '&X-Amz-Signature=aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404',
  },
};

describe('a signature in an address', () => {
  test('is right where Amazon’s own is', () => {
    expect(isSignedRightly(AMAZONS.request, AMAZONS.secret)).toBe(true);
  });

  test.each([
    ['another method', { method: 'PUT' }],
    ['another object', { path: AMAZONS.request.path.replace('test', 'rest') }],
    ['another host', { headers: { host: 'another.s3.amazonaws.com' } }],
    ['more time', { path: AMAZONS.request.path.replace('=86400', '=86401') }],
    ['none of it', { path: AMAZONS.request.path.replace(/&X-Amz-Signature.*/, '') }],
  ])('is not right for %s', (_case, changes) => {
    expect(isSignedRightly({ ...AMAZONS.request, ...changes }, AMAZONS.secret)).toBe(false);
  });
});

const secretOf = () => process.env.AWS_SECRET_ACCESS_KEY ?? '';
const requestFor = (method: string, address: string, headers: Record<string, string> = {}) => {
  const { host, pathname, search } = new URL(address);
  return { method, headers: { ...headers, host }, path: pathname + search };
};

test('a download URL of ours is one that S3 accepts', async () => {
  await prepareEngine();
  const url = await presignedGet('lists', 'uploads/a b/ü.csv');

  expect(isSignedRightly(requestFor('GET', url), secretOf())).toBe(true);
});

test('a download URL with a file name is one that S3 accepts, and no other name is', async () => {
  await prepareEngine();
  const url = await presignedGet('documents', 'a.pdf', `inline; filename="a b+c.pdf"`);

  const named = 'inline%3B%20filename%3D%22a%20b%2Bc.pdf%22';
  expect(url).toContain(`response-content-disposition=${named}`);
  expect(isSignedRightly(requestFor('GET', url), secretOf())).toBe(true);
  const renamed = url.replace('a%20b', 'another');
  expect(isSignedRightly(requestFor('GET', renamed), secretOf())).toBe(false);
});

describe('an upload URL of ours', () => {
  const TERMS = { sizeBytes: 1_000, contentType: 'text/csv' };
  const anUpload = async () => {
    await prepareEngine();
    return presignedUpload('lists', 'uploads/a b/ü.csv', TERMS);
  };

  test('is one that S3 accepts with the headers that belong to it', async () => {
    const { url, headers, expiresAt } = await anUpload();

    expect(headers).toEqual({ 'content-length': '1000', 'content-type': 'text/csv' });
    expect(Date.parse(expiresAt)).toBeGreaterThan(Date.now());
    expect(isSignedRightly(requestFor('PUT', url, headers), secretOf())).toBe(true);
  });

  test.each([
    ['a larger body', { 'content-length': '1001' }],
    ['a smaller body', { 'content-length': '999' }],
    ['an empty body', { 'content-length': '0' }],
    ['a body of unknown length', { 'content-length': '' }],
    ['another type', { 'content-type': 'text/html' }],
  ])('is refused with %s', async (_case, changes) => {
    const { url, headers } = await anUpload();
    const request = requestFor('PUT', url, { ...headers, ...changes });

    expect(isSignedRightly(request, secretOf())).toBe(false);
  });
});
