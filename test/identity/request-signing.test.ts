import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isSignedBy, isTimely, type SignedRequest, signRequest } from '#shared/identity/signed-request.ts';

const secrets = fc.string({ minLength: 1 });
const parts: fc.Arbitrary<SignedRequest> = fc.record({
  timestamp: fc.nat().map(String),
  method: fc.constantFrom('GET', 'POST', 'PUT', 'PATCH', 'DELETE'),
  pathAndQuery: fc.webPath().map((path) => `/${path}`),
  idempotencyKey: fc.stringMatching(/^[A-Za-z0-9_.:-]{0,120}$/),
  body: fc.uint8Array(),
});
const same = (a: SignedRequest, b: SignedRequest) =>
  Object.keys(a).every((name) =>
    name === 'body'
      ? Buffer.from(a.body).equals(b.body)
      : a[name as keyof SignedRequest] === b[name as keyof SignedRequest],
  );

test('request signing: a signed request verifies', () => {
  fc.assert(
    fc.property(secrets, parts, (secret, request) => isSignedBy(secret, signRequest(secret, request), request)),
  );
});

test.each(['timestamp', 'method', 'pathAndQuery', 'idempotencyKey', 'body'] as const)(
  'request signing: a request with another %s does not verify',
  (name) => {
    fc.assert(
      fc.property(secrets, parts, parts, (secret, request, other) => {
        const changed = { ...request, [name]: other[name] };
        fc.pre(!same(request, changed));
        return !isSignedBy(secret, signRequest(secret, request), changed);
      }),
    );
  },
);

test('request signing: a request does not verify with another secret', () => {
  fc.assert(
    fc.property(secrets, secrets, parts, (secret, other, request) => {
      fc.pre(secret !== other);
      return !isSignedBy(other, signRequest(secret, request), request);
    }),
  );
});

test('request signing: a signature with any digit changed does not verify', () => {
  fc.assert(
    fc.property(secrets, parts, fc.nat(63), (secret, request, at) => {
      const [, hex = ''] = signRequest(secret, request).split('=');
      const digit = hex[at] === '0' ? '1' : '0';
      const changed = `v1=${hex.slice(0, at)}${digit}${hex.slice(at + 1)}`;
      return !isSignedBy(secret, changed, request);
    }),
  );
});

const NOW_MS = Date.UTC(2026, 2, 14);

test.each([
  [-301, false],
  [-300, true],
  [-299, true],
  [0, true],
  [299, true],
  [300, true],
  [301, false],
])('request signing: a timestamp %i seconds off is accepted: %s', (seconds, timely) => {
  expect(isTimely(String(NOW_MS / 1000 + seconds), NOW_MS)).toBe(timely);
});

test.each(['', 'soon', '-1', '1e9', ' 1', '1.5', '9'.repeat(13)])(
  'request signing: the timestamp "%s" is invalid',
  (timestamp) => {
    expect(isTimely(timestamp, NOW_MS)).toBe(false);
  },
);
