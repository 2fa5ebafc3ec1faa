import { randomUUID } from 'node:crypto';
import { SignJWT } from 'jose';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { ApiKey } from '#shared/identity/api-key.ts';
import { identifierOf } from '#shared/identity/key-identifier.ts';
import { shiftClock } from '#shared/platform/clock.ts';
import { routes } from '#shared/routes.ts';
import { type Credential, call, keyOf, signedBy, userOf } from '#test/support/api.ts';
import { prepareEngine } from '#test/support/engine.ts';
import { AUDIENCE, ISSUER, publicKeys } from '#test/support/issuer.ts';

const { listRecords } = routes.risk;
const organizationId = randomUUID();
let key: ApiKey;
let client: Credential;

beforeAll(async () => {
  await prepareEngine();
  ({ key, credential: client } = await keyOf(organizationId, 'test'));
});

const statusOf = async (credential: Credential) =>
  (await call(credential, listRecords, { params: { resource: 'subjects' } })).status;

/** The headers of the client, some of them changed. */
const changed =
  (change: (headers: Record<string, string>) => Record<string, string>): Credential =>
  async (request) =>
    change(await client(request));

describe('an API key', () => {
  test('is accepted', async () => {
    expect(await statusOf(client)).toBe(200);
  });

  test.each<[string, (headers: Record<string, string>) => Record<string, string>]>([
    ['the other mode in its identifier', (h) => ({ ...h, 'x-api-key': inMode(h, 'live') })],
    ['an identifier that is none', (h) => ({ ...h, 'x-api-key': 'ak_test_x' })],
    ['an identifier with something behind it', (h) => ({ ...h, 'x-api-key': `${h['x-api-key']}A` })],
    ['no timestamp', ({ 'x-timestamp': _, ...h }) => h],
    ['no signature', ({ 'x-signature': _, ...h }) => h],
    ['another timestamp than it signed', (h) => ({ ...h, 'x-timestamp': later(h) })],
    ['a token beside it', (h) => ({ ...h, authorization: 'Bearer a.b.c' })],
    ['an empty token beside it', (h) => ({ ...h, authorization: '' })],
  ])('is refused with %s', async (_case, change) => {
    expect(await statusOf(changed(change))).toBe(401);
  });

  test.each([
    ['an hour behind', () => String(Math.floor(Date.now() / 1000) - 3_600)],
    ['in milliseconds', () => String(Date.now())],
  ])('with a timestamp %s gets its own code, whatever the key', async (_case, timestamp) => {
    const unknown = signedBy({ ...key, id: randomUUID() });
    const skewed =
      (credential: Credential): Credential =>
      async (request) => ({ ...(await credential(request)), 'x-timestamp': timestamp() });

    for (const credential of [client, unknown]) {
      const params = { resource: 'subjects' };
      const answer = await call(skewed(credential), listRecords, { params });
      expect(answer).toMatchObject({ status: 401, body: { code: 'timestamp_out_of_range' } });
      expect(answer.body.detail).toMatch(/within 300 seconds/);
    }
  });

  test('expires by the clock of the service, which the local cloud can shift', async () => {
    const expiresAt = new Date(Date.now() + 600_000).toISOString();
    const expiring = await keyOf(organizationId, 'test', { expiresAt });
    onTestFinished(() => shiftClock(0));

    const before = await statusOf(expiring.credential);
    shiftClock(700_000);
    const after = await statusOf(expiring.credential);
    const others = await statusOf(client);

    expect([before, after, others]).toEqual([200, 401, 200]);
  });

  test('is refused if its identifier names another organization', async () => {
    const elsewhere = identifierOf({ ...key, organizationId: randomUUID() });

    expect(await statusOf(changed((headers) => ({ ...headers, 'x-api-key': elsewhere })))).toBe(401);
  });

  test('is refused if its identifier names another key in its row', async () => {
    const neighbour = `${key.id.slice(0, -1)}1`;

    expect(await statusOf(signedBy({ ...key, id: neighbour }))).toBe(401);
  });

  test('signs a path with escapes, although API Gateway passes it without them', async () => {
    const params = { resource: 's%75bject%73' };

    expect((await call(client, listRecords, { params })).status).toBe(200);
  });

  test('signs the query as it is sent', async () => {
    const query = { order: 'newest' };
    const params = { resource: 'subjects' };
    const cut: Credential = (request) => client({ ...request, pathAndQuery: request.pathAndQuery.replace(/\?.*/, '') });

    expect((await call(client, listRecords, { params, query })).status).toBe(200);
    expect((await call(cut, listRecords, { params, query })).status).toBe(401);
  });
});

const inMode = (headers: Record<string, string>, mode: string) =>
  headers['x-api-key']?.replace('_test_', `_${mode}_`) ?? '';
const later = (headers: Record<string, string>) => String(Number(headers['x-timestamp']) + 1);

describe('a token', () => {
  test.each([
    ['without an organization', { org: undefined }],
    ['with an organization that is no id', { org: 'acme' }],
    ['without a role', { role: undefined }],
    ['with a role that does not exist', { role: 'root' }],
    ['with the role of a program', { role: 'client' }],
    ['without a user', { sub: undefined }],
    ['of a user that is no id', { sub: 'somebody' }],
    ['whose kind of client is no word', { client_kind: ['assistant'] }],
  ])('%s is refused', async (_case, claims) => {
    expect(await statusOf(await userOf(organizationId, 'owner', { claims }))).toBe(401);
  });

  test('of an assistant is forbidden, also without an organization or a role', async () => {
    const claims = { client_kind: 'assistant', org: undefined, role: undefined };

    expect(await statusOf(await userOf(organizationId, 'owner', { claims }))).toBe(403);
  });

  test('that is not valid yet is refused', async () => {
    const claims = { nbf: Math.floor(Date.now() / 1000) + 600 };

    expect(await statusOf(await userOf(organizationId, 'owner', { claims }))).toBe(401);
  });

  test.each(['Basic', 'bearer', 'BEARER', 'Token', ''])(
    'is accepted with the scheme %j as in the standard',
    async (scheme) => {
      const user = await userOf(organizationId, 'owner');
      const renamed: Credential = async (request) => {
        const { authorization = '' } = await user(request);
        return { authorization: authorization.replace('Bearer', scheme).trim() };
      };

      expect(await statusOf(renamed)).toBe(scheme.toLowerCase() === 'bearer' ? 200 : 401);
    },
  );

  test('without a signature is refused', async () => {
    const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
    const payload = { ...claims(), iss: ISSUER, aud: AUDIENCE, exp: 4_000_000_000 };

    expect(await statusOf(bearer(`${encode({ alg: 'none' })}.${encode(payload)}.`))).toBe(401);
    expect(await statusOf(bearer(`${encode({ alg: 'none' })}.${encode(payload)}.x`))).toBe(401);
  });

  test('signed with the public key as an HMAC secret is refused', async () => {
    const password = new TextEncoder().encode(JSON.stringify(publicKeys.keys[0]));
    const token = await new SignJWT(claims())
      .setProtectedHeader({ alg: 'HS256', kid: 'test' })
      .setIssuer(ISSUER)
      .setAudience(AUDIENCE)
      .setExpirationTime('1h')
      .sign(password);

    expect(await statusOf(bearer(token))).toBe(401);
  });

  const claims = () => ({ sub: randomUUID(), org: organizationId, role: 'owner' });
  const bearer =
    (token: string): Credential =>
    () => ({ authorization: `Bearer ${token}` });
});
