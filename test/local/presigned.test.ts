import { describe, expect, test } from 'vitest';
import { isSignedRightly } from '#infra/local/aws/presigned.ts';
import { presignedGet, presignedPut } from '#shared/platform/blobs.ts';
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

test.each([
  ['PUT', presignedPut],
  ['GET', presignedGet],
] as const)(
  'an address of ours to %s an object is one that S3 takes',
  async (method, addressFor) => {
    await prepareEngine();
    const { host, pathname, search } = new URL(await addressFor('lists', 'uploads/a b/ü.csv'));

    const secret = process.env.AWS_SECRET_ACCESS_KEY ?? '';
    expect(isSignedRightly({ method, headers: { host }, path: pathname + search }, secret)).toBe(
      true,
    );
  },
);
