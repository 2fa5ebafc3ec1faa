import { readFileSync } from 'node:fs';
import { deliveryHeaders } from '@assay/foundation/webhook-signature';
import { expect, test, vi } from 'vitest';
import * as z from 'zod';
import { isSignedBy, isTimely } from '#shared/identity/signed-request.ts';

const Vector = z.strictObject({
  key: z.string(),
  secret: z.string(),
  timestamp: z.string(),
  method: z.string(),
  pathAndQuery: z.string(),
  idempotencyKey: z.string(),
  body: z.string(),
  signature: z.string(),
});
type Vector = z.infer<typeof Vector>;
type Headers = Record<string, string>;
type Sign = (
  credentials: { key: string; secret: string },
  request: { method: string; pathAndQuery: string; idempotencyKey?: string; body?: string },
  now?: number,
) => Headers;
type SignedFetch = (credentials: { key: string; secret: string }) => typeof fetch;
type Verify = (secret: string, headers: Headers, rawBody: string) => boolean;

const guide = readFileSync(new URL('../../docs/api-guide.md', import.meta.url), 'utf8');
const { sign }: { sign: Sign } = await import(moduleUrl('sign.mjs'));
const { signedFetch }: { signedFetch: SignedFetch } = await import(moduleUrl('signed-fetch.mjs'));
const { verify }: { verify: Verify } = await import(moduleUrl('verify.mjs'));
const [, vectorText = ''] = /Test vector:\s+```json\n([\s\S]*?)```/.exec(guide) ?? [];
const vector = Vector.parse(JSON.parse(vectorText));

/** The code block of the guide that begins with the name of its file, as an importable module. */
function moduleUrl(file: string): string {
  const [, code = ''] = new RegExp(`\`\`\`js\\n// ${file}\\n([\\s\\S]*?)\`\`\``).exec(guide) ?? [];
  expect(code, `the block ${file}`).toContain('export');
  const linked = code.replace("'./sign.mjs'", () => JSON.stringify(moduleUrl('sign.mjs')));
  return `data:text/javascript,${encodeURIComponent(linked)}`;
}

const signed = (request: Partial<Vector>, secret = vector.secret) => {
  const parts = { ...vector, ...request };
  const headers = sign({ key: parts.key, secret }, parts, Number(parts.timestamp) * 1000);
  return { headers, parts: { ...parts, body: Buffer.from(parts.body) } };
};

const isAccepted = ({ headers, parts }: ReturnType<typeof signed>) =>
  isSignedBy(vector.secret, headers['X-Signature'] ?? '', parts);

test('guide signer: the test vector has the signature that the service expects', () => {
  const { headers, parts } = signed({});

  expect(headers).toEqual({
    'X-Api-Key': vector.key,
    'X-Timestamp': vector.timestamp,
    'X-Signature': vector.signature,
  });
  expect(isSignedBy(vector.secret, vector.signature, parts)).toBe(true);
});

test('guide signer: requests with a query, with other characters and without a body are accepted', () => {
  const requests: Partial<Vector>[] = [
    { method: 'GET', pathAndQuery: '/api/v1/risk/subjects?search=a%20b&offset=0', body: '' },
    { idempotencyKey: '' },
    { body: '{"name":"Ærøskøbing 漢字"}' },
  ];

  expect(requests.map((request) => isAccepted(signed(request)))).toEqual([true, true, true]);
});

test('guide signer: the service refuses another secret and a request that was changed', () => {
  const { headers, parts } = signed({});

  expect(isAccepted(signed({}, 'another secret'))).toBe(false);
  expect(isAccepted({ headers, parts: { ...parts, idempotencyKey: 'other' } })).toBe(false);
  expect(isAccepted({ headers, parts: { ...parts, body: Buffer.from('{}') } })).toBe(false);
});

test('guide signer: the timestamp is the current time by default', () => {
  const { 'X-Timestamp': timestamp = '' } = sign(vector, { method: 'GET', pathAndQuery: '/' });

  expect(isTimely(timestamp, Date.now())).toBe(true);
});

test('guide fetch: a generated client sends a request that the service accepts', async () => {
  const fetched = vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response());
  const url = 'http://127.0.0.1:3000/api/v1/risk/subjects?offset=0';
  const headers = { 'Idempotency-Key': 'signup-4711' };

  await signedFetch(vector)(new Request(url, { method: 'POST', headers, body: vector.body }));

  const sent = new Request(...(fetched.mock.lastCall ?? ['']));
  const parts = {
    timestamp: sent.headers.get('X-Timestamp') ?? '',
    method: 'POST',
    pathAndQuery: '/api/v1/risk/subjects?offset=0',
    idempotencyKey: 'signup-4711',
    body: Buffer.from(await sent.arrayBuffer()),
  };
  expect(sent.headers.get('X-Api-Key')).toBe(vector.key);
  expect(parts.body.toString()).toBe(vector.body);
  expect(isSignedBy(vector.secret, sent.headers.get('X-Signature') ?? '', parts)).toBe(true);
  fetched.mockRestore();
});

test('guide receiver: deliveries are verified with any of their secrets, and changed or old ones are refused', () => {
  const body = '{"event":"webhook.ping"}';
  const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
  const now = Math.floor(Date.now() / 1000);
  const delivery = (timestamp: number, secrets: string[]) =>
    deliveryHeaders({ eventId: 'e', event: 'webhook.ping', body, timestamp, secrets });

  expect(verify(secret, delivery(now, [secret]), body)).toBe(true);
  expect(verify(secret, delivery(now, ['whsec_b3RoZXI=', secret]), body)).toBe(true);
  expect(verify(secret, delivery(now, ['whsec_b3RoZXI=']), body)).toBe(false);
  expect(verify(secret, delivery(now, [secret]), `${body} `)).toBe(false);
  expect(verify(secret, delivery(now - 400, [secret]), body)).toBe(false);
  expect(verify(secret, {}, body)).toBe(false);
});
