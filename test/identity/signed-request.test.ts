import { createHash, createHmac } from 'node:crypto';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isSignedBy, isTimely, signRequest } from '#shared/identity/signed-request.ts';
import { requestFrom } from '#shared/platform/http/request.ts';

const SECRET = 'a secret of the tests';
const REQUEST = {
  timestamp: '1773480413',
  method: 'POST',
  pathAndQuery: '/api/v1/risk/subjects?offset=0',
  idempotencyKey: 'order-4711',
  body: Buffer.from('{"kind":"person"}'),
};

test('signed request: contains the lines of the contract', () => {
  const digest = createHash('sha256').update('{"kind":"person"}').digest('hex');
  const text = `v1\n1773480413\nPOST\n/api/v1/risk/subjects?offset=0\norder-4711\n${digest}`;
  const wanted = createHmac('sha256', SECRET).update(text).digest('hex');

  expect(signRequest(SECRET, REQUEST)).toBe(`v1=${wanted}`);
});

test.each([
  ["/a-b_c.d~e/x:y@z,(1)!$&'*+;=", "/a-b_c.d~e/x:y@z,(1)!$&'*+;=", 'nothing to escape'],
  ['/a%20b/%C3%A9/100%25/%5B%3F%23%5D', '/a%20b/%C3%A9/100%25/%5B%3F%23%5D', 'only what must be'],
  ['/%7Eada/x%3Ay/a%2Fb', '/~ada/x:y/a/b', 'more than must be'],
  ['/%c3%a9', '/%C3%A9', 'small letters'],
  ['/%2541', '/%2541', 'an escaped escape'],
  ['/%zz', '/%25zz', 'an escape that is none'],
  ['/a?b=%2f%7E+%zz?c', '/a?b=%2f%7E+%zz?c', 'a query, as it is sent'],
])('signed request: %s is signed as %s: %s', (pathAndQuery, signed) => {
  const { timestamp, method, idempotencyKey, body } = REQUEST;
  const digest = createHash('sha256').update(body).digest('hex');
  const text = ['v1', timestamp, method, signed, idempotencyKey, digest].join('\n');

  const wanted = createHmac('sha256', SECRET).update(text).digest('hex');
  expect(signRequest(SECRET, { ...REQUEST, pathAndQuery })).toBe(`v1=${wanted}`);
});

test('signed request: a path signed as sent verifies, although the service sees it without escapes', () => {
  const text = fc.string({ unit: 'grapheme' }).filter((one) => one.isWellFormed());
  const ways = fc.constantFrom(encodeURIComponent, (one: string) =>
    [...Buffer.from(one)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join(''),
  );

  fc.assert(
    fc.property(text, ways, (segment, escaped) => {
      const signature = signRequest(SECRET, { ...REQUEST, pathAndQuery: `/x/${escaped(segment)}` });
      const { pathAndQuery } = requestFrom(eventAt(`/x/${segment}`));

      expect(isSignedBy(SECRET, signature, { ...REQUEST, pathAndQuery })).toBe(true);
    }),
  );
});

const eventAt = (rawPath: string) =>
  ({
    rawPath,
    rawQueryString: '',
    headers: {},
    isBase64Encoded: false,
    requestContext: { requestId: 'r', domainName: 'd', http: { method: 'GET' } },
  }) as APIGatewayProxyEventV2;

test('signed request: has an empty line and the empty digest without a key and a body', () => {
  const parts = { ...REQUEST, idempotencyKey: '', body: Buffer.alloc(0) };
  const empty = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
  const text = `v1\n1773480413\nPOST\n/api/v1/risk/subjects?offset=0\n\n${empty}`;

  const wanted = createHmac('sha256', SECRET).update(text).digest('hex');
  expect(signRequest(SECRET, parts)).toBe(`v1=${wanted}`);
});

test('signed request: verifies what was signed, and nothing that differs in any part', () => {
  const parts = fc.record({
    timestamp: fc.stringMatching(/^\d{1,12}$/),
    method: fc.constantFrom('GET', 'POST', 'PATCH', 'DELETE'),
    pathAndQuery: fc.webPath().map((path) => `/${path}`),
    idempotencyKey: fc.stringMatching(/^[\w.:-]{0,120}$/),
    body: fc.uint8Array({ maxLength: 100 }),
  });
  fc.assert(
    fc.property(parts, parts, (signed, other) => {
      const signature = signRequest(SECRET, signed);
      expect(isSignedBy(SECRET, signature, signed)).toBe(true);
      expect(isSignedBy('another', signature, signed)).toBe(false);
      for (const part of Object.keys(signed) as (keyof typeof signed)[]) {
        const changed = { ...signed, [part]: other[part] };
        const isSame = JSON.stringify(changed) === JSON.stringify(signed);
        expect(isSignedBy(SECRET, signature, changed)).toBe(isSame);
      }
    }),
  );
});

test.each([
  ['none', ''],
  ['another version', signRequest(SECRET, REQUEST).replace('v1=', 'v2=')],
  ['no version', signRequest(SECRET, REQUEST).replace('v1=', '')],
  ['capitals', signRequest(SECRET, REQUEST).toUpperCase()],
  ['half of it', signRequest(SECRET, REQUEST).slice(0, 35)],
  ['two of them', `${signRequest(SECRET, REQUEST)},${signRequest(SECRET, REQUEST)}`],
  ['a line behind it', `${signRequest(SECRET, REQUEST)}\n`],
])('signed request: a signature that is %s is refused', (_case, signature) => {
  expect(isSignedBy(SECRET, signature, REQUEST)).toBe(false);
});

const NOW_SECONDS = 1_773_480_413;

test.each([
  [0, true],
  [299, true],
  [300, true],
  [301, false],
  [-299, true],
  [-300, true],
  [-301, false],
  [86_400, false],
])('signed request: a timestamp %i s old is accepted: %s', (ageSeconds, isAccepted) => {
  expect(isTimely(String(NOW_SECONDS - ageSeconds), NOW_SECONDS * 1000)).toBe(isAccepted);
});

test.each(['', 'now', '-5', '1.5', `${NOW_SECONDS} `, `0x${NOW_SECONDS.toString(16)}`, '1e9', '٣'])(
  'signed request: %j is refused as a timestamp',
  (timestamp) => {
    expect(isTimely(timestamp, NOW_SECONDS * 1000)).toBe(false);
  },
);
