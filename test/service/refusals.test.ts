import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import type { ApiKey } from '#shared/identity/api-key.ts';
import { routes } from '#shared/routes.ts';
import { EVENT_CATALOGUE } from '#shared/webhooks/contract.ts';
import { anonymous, type Credential, call, keyOf, signedBy, userOf } from '#test/support/api.ts';
import { prepareEngine } from '#test/support/engine.ts';
import { exampleOf } from '#test/support/route-examples.ts';

/** What callers read when a request is refused before its use case runs. */
const { createSubject, submitEvidence, listRecords } = routes.risk;
const { createWebhook } = routes.webhooks;
const organizationId = randomUUID();
let key: ApiKey;
let client: Credential;
let owner: Credential;

beforeAll(async () => {
  await prepareEngine();
  ({ key, credential: client } = await keyOf(organizationId, 'test'));
  owner = await userOf(organizationId, 'owner');
});

const list = (credential: Credential) => call(credential, listRecords, { params: { resource: 'subjects' } });
const BEARER = 'Bearer realm="assay"';
const SIGNED = 'HMAC-SHA256 realm="assay", headers="X-Api-Key X-Timestamp X-Signature"';

test.each<[string, () => Credential, string]>([
  [
    'without a credential',
    () => anonymous,
    'The request has no credential. Send `X-Api-Key`, `X-Timestamp` and `X-Signature`, or `Authorization: Bearer`.',
  ],
  [
    'with an API key and a token',
    () => async (request) => ({ ...(await client(request)), ...(await owner(request)) }),
    'The request has an API key and a token. Send one of them.',
  ],
  [
    'with a password',
    () => () => ({ authorization: 'Basic YTpi' }),
    '`Authorization` must be `Bearer` and a JSON Web Token.',
  ],
  [
    'with a key and no signature',
    () => async (request) => {
      const { 'x-signature': _, ...headers } = await client(request);
      return headers;
    },
    'A request with `X-Api-Key` also needs `X-Timestamp` and `X-Signature`.',
  ],
  [
    'with a wrong secret',
    () => signedBy(key, { secret: 'guessed' }),
    'The credential is missing, unknown, expired or invalid.',
  ],
])('401: a request %s is told how to authenticate', async (_case, credential, detail) => {
  const { status, body, headers } = await list(credential());

  expect({ status, body }).toMatchObject({ status: 401, body: { code: 'unauthenticated', detail } });
  expect(headers['www-authenticate']).toBe(`${BEARER}, ${SIGNED}`);
});

test('401: the schemes are those that the operation takes, and none of a signing link', async () => {
  const byToken = await call(anonymous, routes.organization.createApiKey, { body: {} });
  const byLink = await call(anonymous, routes.documents.readSigning, { params: { token: 'sl_test_x' } });

  expect([byToken.status, byToken.headers['www-authenticate']]).toEqual([401, BEARER]);
  expect([byLink.status, byLink.headers['www-authenticate']]).toEqual([401, undefined]);
});

/** API Gateway passes the bytes of a JSON body as text, in which it replaces those that are not UTF-8. */
const throughGateway = (sent: Buffer, credential: Credential): [Credential, string] => [
  (request) => credential({ ...request, body: sent }),
  sent.toString('utf8'),
];

test('invalid UTF-8: a signed body is refused with 400, as is one with another secret or an unknown key', async () => {
  const sent = Buffer.concat([Buffer.from('{"kind":"person","externalId":"'), Buffer.from([0xff]), Buffer.from('"}')]);
  const answers = [client, signedBy(key, { secret: 'guessed' }), signedBy({ ...key, id: randomUUID() })].map((one) => {
    const [credential, rawBody] = throughGateway(sent, one);
    return call(credential, createSubject, { rawBody });
  });

  for (const { status, body } of await Promise.all(answers))
    expect({ status, body }).toMatchObject({
      status: 400,
      body: { code: 'invalid_json', detail: expect.stringMatching(/^The body is not valid UTF-8, so its signature/) },
    });
});

test('invalid UTF-8: the replacement character itself is text like any other', async () => {
  const { status } = await call(client, createSubject, { rawBody: '{"kind":"person","externalId":"\ufffd"}' });

  expect(status).toBe(201);
});

test('content type: a body that is declared as something else is refused, and nothing is created', async () => {
  const body = { kind: 'person', externalId: randomUUID() };
  const headers = { 'content-type': 'text/plain;charset=UTF-8' };
  const refused = await call(client, createSubject, { body, headers });
  const taken = await call(client, createSubject, { body, headers: { 'content-type': 'application/json' } });

  expect(refused).toMatchObject({ status: 415, body: { code: 'unsupported_media_type' } });
  expect(taken.status).toBe(201);
});

test.each([
  ['', 'The body is empty.'],
  [
    '{"kind":"person",}',
    'The body is not valid JSON. Line 1, column 18: expected a property name in double quotes, found `}`.',
  ],
])('JSON: %j is refused with the reason', async (rawBody, detail) => {
  expect(await call(client, createSubject, { rawBody })).toMatchObject({
    status: 400,
    body: { code: 'invalid_json', detail },
  });
});

test('findings: a text with several faults has one', async () => {
  const example = await exampleOf(submitEvidence).prepare({ organizationId, mode: 'test' });
  const observed = { ...(example.body as object), observedAt: 'yesterday' };
  const refused = await call(client, submitEvidence, { ...example, body: observed });
  const blank = await call(client, createSubject, { body: { kind: 'person', externalId: '' } });

  expect(refused.body.errors).toEqual([
    { path: 'observedAt', message: 'Must be a time as in RFC 3339, such as 2026-03-14T09:26:53Z.' },
  ]);
  expect(blank.body.errors).toEqual([{ path: 'externalId', message: 'Must have at least 1 character.' }]);
});

test('findings: unknown properties name the known ones', async () => {
  const { body } = await call(client, createSubject, { body: { kind: 'person', externalId: 'a', nmae: 'Ada' } });

  expect(body.errors).toEqual([
    { path: 'nmae', message: expect.stringMatching(/^Unknown property\. Known properties: `kind`, .*`externalId`/) },
  ]);
});

test('findings: an unknown event names the known ones', async () => {
  const webhook = { url: 'https://hooks.example.com/assay', events: ['risk.subjects.*'] };
  const { body } = await call(owner, createWebhook, { body: webhook });

  expect(body.errors).toHaveLength(1);
  for (const event of ['*', 'risk.*', ...Object.keys(EVENT_CATALOGUE)]) expect(body.errors[0].message).toContain(event);
});

test('findings: a response has at most 100, says that there are more, and stays small', async () => {
  const unknown = Object.fromEntries([...Array(3_000).keys()].map((n) => [`p${n}`, 0]));
  const many = await call(client, createSubject, { body: { kind: 'person', externalId: 'a', ...unknown } });
  const long = await call(client, createSubject, {
    body: { kind: 'person', externalId: 'a', ['x'.repeat(50_000)]: 0 },
  });

  expect(many.body.detail).toBe('The request body is invalid. See `errors`. These are the first 100 of 3000 findings.');
  expect(many.body.errors).toHaveLength(100);
  expect(long.body.errors[0].path).toHaveLength(301);
  expect(long.body.detail).toBe('The request body is invalid. See `errors`.');
});
