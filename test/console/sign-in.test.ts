import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Gateway, openUserPool, startGateway, type UserPool } from '@assay/local-aws';
import { createLocalJWKSet, decodeJwt, jwtVerify } from 'jose';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { AUDIENCE, type LocalIssuer, openIssuer } from '#infra/local/issuer.ts';
import { peopleOf, signInUsers } from '#infra/local/people.ts';
import { openSignIn } from '#infra/local/sign-in.ts';

/** The local issuer over HTTP, and the session of the console with it. */
const ORGANIZATIONS = {
  organizationId: '019ced2c-0e65-7a4c-9b1d-6f1c2b9a4e01',
  otherOrganizationId: '019ced2c-0e65-7a4c-9b1d-6f1c2b9a4e02',
};
const USER = '019ced2c-0e65-7a4c-9b1d-6f1c2b9a4e0';
const IDS = {
  ...ORGANIZATIONS,
  userIds: {
    ...{ owner: `${USER}3`, admin: `${USER}4`, member: `${USER}5` },
    otherOwner: `${USER}6`,
  },
};
const people = peopleOf(IDS);
const VERIFIER = 'v'.repeat(43);
const SECOND_MS = 1_000;

const directory = mkdtempSync(join(tmpdir(), 'assay-sign-in-'));
let gateway: Gateway;
let issuer: LocalIssuer;
let baseUrl: string;
let pool: UserPool;
let shiftMs = 0;

beforeAll(async () => {
  gateway = await startGateway(0);
  baseUrl = `http://127.0.0.1:${gateway.port}`;
  issuer = await openIssuer(join(directory, 'issuer.json'), baseUrl);
  const now = () => new Date(Date.now() + shiftMs);
  pool = openUserPool(join(directory, 'users.json'), now);
  const users = () => signInUsers(pool, IDS);
  const local = openSignIn({ issuer, baseUrl, now, users });
  gateway.serve({ router: () => undefined, invoke: async () => undefined, local });
});
afterAll(async () => {
  await gateway.stop();
  rmSync(directory, { recursive: true });
});
beforeEach(() => {
  shiftMs = 0;
});

const authorizationRequest = (changes: Record<string, string> = {}) => ({
  response_type: 'code',
  client_id: AUDIENCE,
  redirect_uri: `${baseUrl}/console/callback`,
  scope: 'openid email profile',
  state: 'state-1',
  nonce: 'nonce-1',
  code_challenge: createHash('sha256').update(VERIFIER).digest('base64url'),
  code_challenge_method: 'S256',
  ...changes,
});
const authorize = (changes: Record<string, string> = {}) =>
  fetch(
    `${baseUrl}/_local/oauth2/authorize?${new URLSearchParams(authorizationRequest(changes))}`,
    {
      redirect: 'manual',
    },
  );
const queryOf = (response: Response) =>
  Object.fromEntries(new URL(response.headers.get('location') ?? 'x:').searchParams);
const codeFor = async (user: string) => queryOf(await authorize({ user })).code ?? '';

const post = (path: string, parameters: Record<string, string>) =>
  fetch(`${baseUrl}/_local/oauth2/${path}`, {
    method: 'POST',
    body: new URLSearchParams({ client_id: AUDIENCE, ...parameters }),
  });
const exchange = (code: string, changes: Record<string, string> = {}) =>
  post('token', {
    grant_type: 'authorization_code',
    code,
    redirect_uri: `${baseUrl}/console/callback`,
    code_verifier: VERIFIER,
    ...changes,
  });
const refresh = (refresh_token: string) =>
  post('token', { grant_type: 'refresh_token', refresh_token });
const tokensOf = async (response: Response) =>
  (await response.json()) as { id_token: string; refresh_token: string };
const signedIn = async (user = 'admin') => tokensOf(await exchange(await codeFor(user)));

test('local sign-in: discovery names the endpoints, for pages of every origin', async () => {
  const response = await fetch(`${issuer.url}/.well-known/openid-configuration`);

  expect(response.headers.get('access-control-allow-origin')).toBe('*');
  expect(await response.json()).toMatchObject({
    issuer: issuer.url,
    authorization_endpoint: `${baseUrl}/_local/oauth2/authorize`,
    code_challenge_methods_supported: ['S256'],
  });
});

test('local sign-in: the page offers the users of both organizations', async () => {
  const response = await authorize();
  const html = await response.text();

  expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
  for (const { name, role } of Object.values(people)) expect(html).toContain(`${name}, ${role}`);
  expect(html.match(/<h2>/g)).toHaveLength(2);
});

test.each([
  ['another client', { client_id: 'other' }],
  ['another site', { redirect_uri: 'https://a.example/console/callback' }],
  ['another page', { redirect_uri: 'http://127.0.0.1:1/other' }],
])('local sign-in: %s is refused without a redirect', async (_case, changes) => {
  const response = await authorize({ ...changes, user: 'admin' });

  expect([response.status, response.headers.get('location')]).toEqual([400, null]);
});

test.each([
  ['no PKCE', { code_challenge: '' }],
  ['a plain challenge', { code_challenge_method: 'plain' }],
  ['an implicit grant', { response_type: 'token' }],
])('local sign-in: %s is refused at the callback', async (_case, changes) => {
  const query = queryOf(await authorize({ ...changes, user: 'admin' }));

  expect(query).toEqual({ error: 'invalid_request', state: 'state-1' });
});

test('local sign-in: a code is exchanged for an ID token of 15 minutes that the API accepts', async () => {
  const query = queryOf(await authorize({ user: 'otherMember' }));
  const response = await exchange(query.code ?? '');
  const tokens = await tokensOf(response);

  expect(query.state).toBe('state-1');
  expect(response.headers.get('cache-control')).toBe('no-store');
  const { payload } = await jwtVerify(tokens.id_token, createLocalJWKSet(issuer.publicKeys), {
    issuer: issuer.url,
    audience: AUDIENCE,
  });
  expect(payload).toMatchObject({ ...people.otherMember, nonce: 'nonce-1' });
  expect(Number(payload.exp) - Number(payload.iat)).toBe(900);
});

test.each([
  ['the wrong verifier', { code_verifier: 'w'.repeat(43) }, 'invalid_grant'],
  ['another callback', { redirect_uri: 'http://localhost:1/console/callback' }, 'invalid_grant'],
  ['no verifier', { code_verifier: '' }, 'invalid_request'],
  ['another client', { client_id: 'other' }, 'invalid_request'],
])('local sign-in: a code with %s is refused', async (_case, changes, error) => {
  const response = await exchange(await codeFor('admin'), changes as Record<string, string>);

  expect([response.status, await response.json()]).toEqual([400, { error }]);
});

test('local sign-in: a wrong verifier uses the code up', async () => {
  const code = await codeFor('admin');
  await exchange(code, { code_verifier: 'w'.repeat(43) });

  expect((await exchange(code)).status).toBe(400);
});

test('local sign-in: a code that is used again is refused and ends the session', async () => {
  const code = await codeFor('admin');
  const { refresh_token } = await tokensOf(await exchange(code));

  expect((await exchange(code)).status).toBe(400);
  expect((await refresh(refresh_token)).status).toBe(400);
});

test('local sign-in: a code expires after a minute', async () => {
  const code = await codeFor('admin');
  shiftMs = 61 * SECOND_MS;

  expect((await exchange(code)).status).toBe(400);
});

test('local sign-in: a refresh token is replaced, and its reuse ends the session', async () => {
  const first = await signedIn();
  const second = await tokensOf(await refresh(first.refresh_token));
  shiftMs = 11 * SECOND_MS;

  const reused = await refresh(first.refresh_token);

  expect(second.refresh_token).not.toBe(first.refresh_token);
  expect(reused.status).toBe(400);
  expect((await refresh(second.refresh_token)).status).toBe(400);
});

test('local sign-in: a session ends after 12 hours', async () => {
  const { refresh_token } = await signedIn();
  shiftMs = 12 * 3600 * SECOND_MS + SECOND_MS;

  expect((await refresh(refresh_token)).status).toBe(400);
});

test('local sign-in: a revoked refresh token is refused', async () => {
  const { refresh_token } = await signedIn();
  await post('revoke', { token: refresh_token });

  expect((await refresh(refresh_token)).status).toBe(400);
});

/** What a function asks of Cognito. */
const manage = (operation: string, Username: string, attributes: Record<string, string> = {}) =>
  pool.answer({
    headers: { 'x-amz-target': `AWSCognitoIdentityProviderService.${operation}` },
    body: Buffer.from(
      JSON.stringify({
        ...{ UserPoolId: 'us-east-1_local', Username },
        UserAttributes: Object.entries(attributes).map(([Name, Value]) => ({ Name, Value })),
      }),
    ),
  });

test('local sign-in: a person with a new role has it in the next token', async () => {
  const { refresh_token } = await signedIn('otherMember');
  manage('AdminUpdateUserAttributes', people.otherMember.sub, { 'custom:role': 'admin' });

  const { id_token } = await tokensOf(await refresh(refresh_token));

  expect(decodeJwt(id_token).role).toBe('admin');
});

test('local sign-in: ended sessions are not renewed, new ones are', async () => {
  const { refresh_token } = await signedIn('otherAdmin');
  shiftMs = SECOND_MS;
  manage('AdminUserGlobalSignOut', people.otherAdmin.sub);
  shiftMs = 2 * SECOND_MS;

  expect((await refresh(refresh_token)).status).toBe(400);
  const later = await signedIn('otherAdmin');
  expect((await refresh(later.refresh_token)).status).toBe(200);
});

test('local sign-in: a disabled person has no session and is not offered, until enabled', async () => {
  const { refresh_token } = await signedIn('member');
  manage('AdminDisableUser', people.member.sub);

  expect((await refresh(refresh_token)).status).toBe(400);
  expect(await (await authorize()).text()).not.toContain(people.member.name);
  expect(queryOf(await authorize({ user: 'member' })).error).toBe('access_denied');

  manage('AdminEnableUser', people.member.sub);
  expect((await signedIn('member')).id_token).toBeTruthy();
});

test('local sign-in: an invited person is offered, and only once', async () => {
  const invited = { name: 'Ines Invited', email: 'ines@example.com' };
  const attributes = {
    ...invited,
    ...{ 'custom:org': ORGANIZATIONS.organizationId, 'custom:role': 'member' },
  };

  expect(manage('AdminCreateUser', invited.email, attributes).status).toBe(200);
  expect(manage('AdminCreateUser', invited.email, attributes)).toMatchObject({
    status: 400,
    answer: { __type: 'UsernameExistsException' },
  });

  expect(manage('AdminGetUser', 'unknown@example.com')).toMatchObject({
    answer: { __type: 'UserNotFoundException' },
  });
  const html = await (await authorize()).text();
  expect(html.match(/Ines Invited, member/g)).toHaveLength(1);
});

test('local sign-in: people stay in the pool, unless their organization is replaced', () => {
  manage('AdminUpdateUserAttributes', people.otherOwner.sub, { 'custom:role': 'admin' });
  const reopened = openUserPool(join(directory, 'users.json'), () => new Date());
  expect(signInUsers(reopened, IDS).otherOwner?.person.role).toBe('admin');

  const replaced = { ...IDS, otherOrganizationId: '019ced2c-0e65-7a4c-9b1d-6f1c2b9a4e09' };
  expect(signInUsers(reopened, replaced).otherOwner?.person).toMatchObject({
    ...{ org: replaced.otherOrganizationId, role: 'owner' },
  });
});

test.each([
  ['to the console', 'http://127.0.0.1:3000/console', 302],
  ['nowhere else', 'https://a.example/console', 200],
])('local sign-in: signing out returns %s', async (_case, logout_uri, status) => {
  const url = `${baseUrl}/_local/oauth2/logout?${new URLSearchParams({ logout_uri })}`;

  expect((await fetch(url, { redirect: 'manual' })).status).toBe(status);
});

/** The functions of `console/session.ts`, which is type-checked for browsers. */
interface Session {
  startSession(config: object): Promise<{ isSignedIn: boolean; returnTo: string | undefined }>;
  getToken(): Promise<string>;
  claims(): { sub: string; role: string; name?: string } | undefined;
  signIn(returnTo?: string): Promise<void>;
  signOut(): Promise<void>;
  onSignedOut(listener: () => void): () => void;
}

const SESSION_FILE = '../../console/session.ts';
const storage = new Map<string, string>();
const assigned: string[] = [];

/** A page of the console, with an empty module state as after a reload. */
async function pageAt(path: string): Promise<Session> {
  const url = new URL(path, baseUrl);
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, value: string) => storage.set(key, value),
    removeItem: (key: string) => storage.delete(key),
  });
  vi.stubGlobal('location', {
    ...{ origin: url.origin, pathname: url.pathname, search: url.search },
    assign: (target: URL | string) => assigned.push(`${target}`),
  });
  vi.resetModules();
  return import(/* @vite-ignore */ SESSION_FILE);
}

const config = () => ({
  ...{ stage: 'local', issuer: issuer.url, clientId: AUDIENCE, subjectCardOrigin: null },
});

afterEach(() => {
  storage.clear();
  assigned.length = 0;
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** Signs in as the user that is chosen on the issuer's page, and returns the page afterwards. */
async function signInAs(user: string, returnTo: string): Promise<Session> {
  const before = await pageAt('/console/live/inbox');
  await before.startSession(config());
  await before.signIn(returnTo);
  const answered = await fetch(`${assigned.at(-1)}&user=${user}`, { redirect: 'manual' });
  const callback = new URL(answered.headers.get('location') ?? '');
  const after = await pageAt(callback.pathname + callback.search);
  expect(await after.startSession(config())).toEqual({ isSignedIn: true, returnTo });
  return after;
}

test('console session: a user signs in and returns to the page they wanted', async () => {
  const session = await signInAs('member', '/console/test/matches?sort=newest');

  expect(session.claims()).toMatchObject({ role: 'member', name: 'Mia Member' });
  expect((await session.getToken()).split('.')).toHaveLength(3);
  expect([...storage.values()].join()).not.toContain(await session.getToken());
});

test('console session: without a session the user is signed out', async () => {
  const session = await pageAt('/console/test/inbox');

  expect(await session.startSession(config())).toEqual({ isSignedIn: false, returnTo: undefined });
  expect(session.claims()).toBeUndefined();
  await expect(session.getToken()).rejects.toThrow('Sign in again');
});

test('console session: a reload resumes it with a new refresh token', async () => {
  await signInAs('admin', '/console/test/inbox');
  const [before] = storage.values();

  const reloaded = await pageAt('/console/test/inbox');

  expect(await reloaded.startSession(config())).toMatchObject({ isSignedIn: true });
  expect(reloaded.claims()?.role).toBe('admin');
  expect([...storage.values()]).not.toContain(before);
});

test('console session: the answer to another sign-in is refused', async () => {
  const page = await pageAt('/console/test/inbox');
  await page.startSession(config());
  await page.signIn();
  const forged = await pageAt(`/console/callback?code=${await codeFor('owner')}&state=forged`);

  await expect(forged.startSession(config())).rejects.toThrow('another tab');
});

test('console session: concurrent calls share one renewal', async () => {
  await signInAs('admin', '/console/test/inbox');
  const requests = vi.fn(fetch);
  const reloaded = await pageAt('/console/test/inbox');
  vi.stubGlobal('fetch', requests);
  const started = reloaded.startSession(config());

  const tokens = await Promise.all([reloaded.getToken(), reloaded.getToken(), started]);

  expect(tokens[0]).toBe(tokens[1]);
  const renewals = requests.mock.calls.filter(([url]) => `${url}`.endsWith('/token'));
  expect(renewals).toHaveLength(1);
});

test('console session: it renews the token one minute before it expires', async () => {
  const session = await signInAs('admin', '/console/test/inbox');
  const first = await session.getToken();
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 13 * 60 * SECOND_MS });
  expect(await session.getToken()).toBe(first);
  vi.setSystemTime(Date.now() + 61 * SECOND_MS);

  expect(await session.getToken()).not.toBe(first);
});

test('console session: 8 hours without use end it and report its end once', async () => {
  const session = await signInAs('admin', '/console/test/inbox');
  const ended = vi.fn();
  session.onSignedOut(ended);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 8 * 3600 * SECOND_MS + SECOND_MS });

  await expect(session.getToken()).rejects.toThrow('The session has ended');
  await expect(session.getToken()).rejects.toThrow('The session has ended');

  expect(ended).toHaveBeenCalledOnce();
  expect(storage.size).toBe(0);
});

test('console session: a refused renewal ends it, an unreachable issuer does not', async () => {
  const session = await signInAs('admin', '/console/test/inbox');
  const token = await session.getToken();
  const ended = vi.fn();
  session.onSignedOut(ended);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 14.5 * 60 * SECOND_MS });

  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  expect(await session.getToken()).toBe(token);
  expect(ended).not.toHaveBeenCalled();

  vi.stubGlobal('fetch', async () => Response.json({ error: 'invalid_grant' }, { status: 400 }));
  await expect(session.getToken()).rejects.toThrow('The session has ended');
  expect(ended).toHaveBeenCalledOnce();
});

test('console session: signing out forgets and revokes it, and leaves for the issuer', async () => {
  const session = await signInAs('admin', '/console/test/inbox');
  const { refreshToken } = JSON.parse(storage.get('assay.session') ?? '{}');

  await session.signOut();

  expect(storage.size).toBe(0);
  expect((await refresh(refreshToken)).status).toBe(400);
  const { pathname, searchParams } = new URL(assigned.at(-1) ?? '');
  expect(pathname).toBe('/_local/oauth2/logout');
  expect(searchParams.get('logout_uri')).toBe(`${baseUrl}/console`);
});
