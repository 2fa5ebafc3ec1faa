import { randomUUID } from 'node:crypto';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { userFrom } from '#shared/identity/bearer-token.ts';

/** An issuer that fails. The order matters: fetched keys are cached, so the failures come first. */
const ISSUER = 'https://issuer.example';
const AUDIENCE = 'the tests';
const COMMAND_CLIENT = 'the command';
const signing = { ES256: await generateKeyPair('ES256'), RS256: await generateKeyPair('RS256') };
const published = await Promise.all(
  Object.entries(signing).map(async ([alg, { publicKey }]) => {
    return { ...(await exportJWK(publicKey)), alg, kid: alg, use: 'sig' };
  }),
);

let answer: (response: ServerResponse) => void;
let fetches = 0;
let server: Server;

beforeAll(async () => {
  server = createServer((_request, response) => {
    fetches += 1;
    answer(response);
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('No port was given.');
  Object.assign(process.env, {
    ISSUER,
    AUDIENCE,
    COMMAND_CLIENT_ID: COMMAND_CLIENT,
    JWKS_URI: `http://127.0.0.1:${address.port}/jwks.json`,
  });
});

afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const claims = (): Record<'sub' | 'org' | 'role', string> => ({
  sub: randomUUID(),
  org: randomUUID(),
  role: 'admin',
});

const unsigned = (content: Record<string, unknown>, alg: keyof typeof signing, kid: string = alg) =>
  new SignJWT(content).setProtectedHeader({ alg, kid }).setIssuer(ISSUER).setAudience(AUDIENCE);

const signed = (content: Record<string, unknown> = claims(), alg: keyof typeof signing = 'ES256', kid?: string) =>
  unsigned(content, alg, kid).setExpirationTime('1h').sign(signing[alg].privateKey);

test.each<[string, typeof answer]>([
  ['answers with an error', (response) => response.writeHead(500).end()],
  ['sends something that is no JSON', (response) => response.end('<html>')],
  ['sends something that is no key set', (response) => response.end('{"keys":"none"}')],
  ['hangs up', (response) => response.destroy()],
  ['never answers', () => undefined],
])('token: is answered 503, not refused, while the issuer %s', async (_case, badly) => {
  answer = badly;

  await expect(userFrom(await signed())).rejects.toMatchObject({
    status: 503,
    details: { retryAfterSeconds: expect.any(Number) },
  });
});

test('token: identifies its bearer once the issuer answers, and the keys are fetched once', async () => {
  answer = (response) => response.end(JSON.stringify({ keys: published }));
  fetches = 0;
  const content = claims();

  const user = await userFrom(await signed(content));
  const again = await userFrom(await signed(content, 'RS256'));

  const { sub: id, org: organizationId, role } = content;
  expect(user).toEqual({ id, organizationId, role, profile: { email: null, name: null } });
  expect(again).toEqual(user);
  expect(fetches).toBe(1);
});

test('token: of the client of the command is accepted, of other clients it is not', async () => {
  const tokenOf = (audience: string) =>
    unsigned(claims(), 'ES256').setAudience(audience).setExpirationTime('1h').sign(signing.ES256.privateKey);

  expect(await userFrom(await tokenOf(COMMAND_CLIENT))).toMatchObject({ role: 'admin' });
  await expect(userFrom(await tokenOf('another client'))).rejects.toMatchObject({ status: 401 });
});

test('token: identifies the same user whatever the case of the ids', async () => {
  const content = claims();
  const loud = { ...content, sub: content.sub.toUpperCase(), org: content.org.toUpperCase() };

  const user = await userFrom(await signed(loud));

  expect(user).toMatchObject({ id: content.sub, organizationId: content.org });
});

test.each([
  ['with all that a user has', claims()],
  ['of a user without organization and role', { sub: randomUUID() }],
  ['of a program', { sub: 'assistant-4711' }],
])('token: of an assistant is recognized and forbidden: %s', async (_case, content) => {
  const token = await signed({ ...content, client_kind: 'assistant' });

  await expect(userFrom(token)).rejects.toMatchObject({ status: 403, code: 'forbidden' });
});

test('token: is refused if it never expires', async () => {
  const endless = await unsigned(claims(), 'ES256').sign(signing.ES256.privateKey);

  await expect(userFrom(endless)).rejects.toMatchObject({ status: 401 });
});

test('token: is refused if its key is not the issuer’s', async () => {
  const stranger = await generateKeyPair('ES256');
  const forged = await unsigned(claims(), 'ES256').setExpirationTime('1h').sign(stranger.privateKey);

  await expect(userFrom(forged)).rejects.toMatchObject({ status: 401 });
  await expect(userFrom(await signed(claims(), 'ES256', 'unknown'))).rejects.toMatchObject({
    status: 401,
  });
});
