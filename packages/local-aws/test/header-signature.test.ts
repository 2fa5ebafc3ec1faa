import { describe, expect, test } from 'vitest';
import { headerSignatureFault } from '../src/aws/header-signature.ts';

/** The example in Amazon's description of signatures in the `Authorization` header. */
const SECRET = 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY';
const NOW = new Date('2013-05-24T00:10:00Z');
const REQUEST = {
  method: 'GET',
  path: '/test.txt',
  headers: {
    host: 'examplebucket.s3.amazonaws.com',
    range: 'bytes=0-9',
    'x-amz-content-sha256': 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    'x-amz-date': '20130524T000000Z',
    authorization:
      'AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request,' +
      'SignedHeaders=host;range;x-amz-content-sha256;x-amz-date,' +
      'Signature=f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
  },
};
const withHeaders = (changes: Record<string, string>) => ({
  ...REQUEST,
  headers: { ...REQUEST.headers, ...changes },
});

describe('a signature in the Authorization header', () => {
  test('Amazon’s own example is accepted', () => {
    expect(headerSignatureFault(REQUEST, SECRET, NOW)).toBeUndefined();
  });

  test('a path that is escaped differently is the same path', () => {
    const escaped = { ...REQUEST, path: '/test%2Etxt' };

    expect(headerSignatureFault(escaped, SECRET, NOW)).toBeUndefined();
  });

  test.each([
    ['another method', { ...REQUEST, method: 'HEAD' }, 'SignatureDoesNotMatch'],
    ['another object', { ...REQUEST, path: '/rest.txt' }, 'SignatureDoesNotMatch'],
    ['a further parameter', { ...REQUEST, path: '/test.txt?acl' }, 'SignatureDoesNotMatch'],
    ['another range', withHeaders({ range: 'bytes=0-10' }), 'SignatureDoesNotMatch'],
    ['another body', withHeaders({ 'x-amz-content-sha256': '0'.repeat(64) }), 'SignatureDoesNotMatch'],
    ['a header of AWS that is not signed', withHeaders({ 'x-amz-acl': 'public' }), 'AccessDenied'],
    ['no signature', withHeaders({ authorization: '' }), 'AccessDenied'],
  ])('%s is refused', (_case, request, fault) => {
    expect(headerSignatureFault(request, SECRET, NOW)).toBe(fault);
  });

  test('a request that is sixteen minutes old is refused, and one from the future', () => {
    for (const at of ['2013-05-24T00:16:00Z', '2013-05-23T23:44:00Z'])
      expect(headerSignatureFault(REQUEST, SECRET, new Date(at))).toBe('RequestTimeTooSkewed');
  });
});
