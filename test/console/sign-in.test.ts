import { join } from 'node:path';
import { openUserPool } from '@assay/local-aws';
import { createLocalJWKSet, decodeJwt, jwtVerify } from 'jose';
import { expect, test } from 'vitest';
import { AUDIENCE, COMMAND_CLIENT } from '#infra/local/issuer.ts';
import { signInUsers } from '#infra/local/people.ts';
import {
  authorize,
  baseUrl,
  codeFor,
  directory,
  exchange,
  IDS,
  issuer,
  people,
  pool,
  post,
  queryOf,
  refresh,
  SECOND_MS,
  shiftClockBy,
  signedIn,
  tokensOf,
} from './local-sign-in.ts';

/** The local issuer over HTTP. */
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
  ['the page of the console for the command', { client_id: COMMAND_CLIENT }],
  ['the page of the command for the console', { redirect_uri: 'http://127.0.0.1:1/console/command' }],
  [
    'a port of the machine for the command',
    { client_id: COMMAND_CLIENT, redirect_uri: 'http://localhost:8976/callback' },
  ],
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

test('local sign-in: the command has a client of its own, and clients cannot use codes and tokens of each other', async () => {
  const client = { client_id: COMMAND_CLIENT, redirect_uri: `${baseUrl}/console/command` };
  const codeOfCommand = async () => queryOf(await authorize({ ...client, user: 'admin' })).code ?? '';
  const { id_token, refresh_token } = await tokensOf(await exchange(await codeOfCommand(), client));

  expect(decodeJwt(id_token).aud).toBe(COMMAND_CLIENT);
  expect((await exchange(await codeOfCommand(), { redirect_uri: client.redirect_uri })).status).toBe(400);
  expect((await refresh(refresh_token)).status).toBe(400);
  const renewed = await post('token', { grant_type: 'refresh_token', refresh_token, client_id: COMMAND_CLIENT });
  expect(decodeJwt((await tokensOf(renewed)).id_token).aud).toBe(COMMAND_CLIENT);
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
  shiftClockBy(61 * SECOND_MS);

  expect((await exchange(code)).status).toBe(400);
});

test('local sign-in: a refresh token is replaced, and its reuse ends the session', async () => {
  const first = await signedIn();
  const second = await tokensOf(await refresh(first.refresh_token));
  shiftClockBy(11 * SECOND_MS);

  const reused = await refresh(first.refresh_token);

  expect(second.refresh_token).not.toBe(first.refresh_token);
  expect(reused.status).toBe(400);
  expect((await refresh(second.refresh_token)).status).toBe(400);
});

test('local sign-in: a session ends after 12 hours', async () => {
  const { refresh_token } = await signedIn();
  shiftClockBy(12 * 3600 * SECOND_MS + SECOND_MS);

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
        UserPoolId: 'us-east-1_local',
        Username,
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
  shiftClockBy(SECOND_MS);
  manage('AdminUserGlobalSignOut', people.otherAdmin.sub);
  shiftClockBy(2 * SECOND_MS);

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
  const attributes = { ...invited, 'custom:org': IDS.organizationId, 'custom:role': 'member' };

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
    org: replaced.otherOrganizationId,
    role: 'owner',
  });
});

test.each([
  ['to the console', 'http://127.0.0.1:3000/console', 302],
  ['nowhere else', 'https://a.example/console', 200],
])('local sign-in: signing out returns %s', async (_case, logout_uri, status) => {
  const url = `${baseUrl}/_local/oauth2/logout?${new URLSearchParams({ logout_uri })}`;

  expect((await fetch(url, { redirect: 'manual' })).status).toBe(status);
});
