import { afterEach, expect, test, vi } from 'vitest';
import { authorizationUrl, discover, type Endpoints, newSecrets, redeem, refresh } from '../index.ts';

const endpoints: Endpoints = {
  issuer: 'https://login.example',
  authorization_endpoint: 'https://login.example/authorize?tenant=1',
  token_endpoint: 'https://login.example/token',
};
const issuer = { endpoints, clientId: 'console' };
const secrets = { state: 's', nonce: 'n', verifier: 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk' };
const redirectUri = 'https://a.example/cb';

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const seconds = (offset = 0) => Math.floor(Date.now() / 1000) + offset;

/** An issuer that answers with an ID token of these claims. */
const answering = (changes: object) => {
  const claims = { iss: endpoints.issuer, aud: 'console', sub: 'u', nonce: 'n', iat: seconds(), exp: seconds(900) };
  const id_token = `${part({ alg: 'RS256' })}.${part({ ...claims, ...changes })}.${part('signature')}`;
  const answer = { id_token, access_token: 'a', token_type: 'Bearer', expires_in: 900, refresh_token: 'r' };
  vi.stubGlobal('fetch', async () => Response.json(answer));
};

afterEach(() => {
  vi.unstubAllGlobals();
});

const redeemed = (query = 'code=c&state=s') =>
  redeem(issuer, secrets, { query: new URLSearchParams(query), redirectUri });

test('sign-in: the request has the challenge of RFC 7636, appendix B, and the issuer’s own parameters', async () => {
  const url = new URL(await authorizationUrl(issuer, secrets, redirectUri));

  expect(Object.fromEntries(url.searchParams)).toEqual({
    tenant: '1',
    response_type: 'code',
    client_id: 'console',
    redirect_uri: redirectUri,
    scope: 'openid email profile',
    state: 's',
    nonce: 'n',
    code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    code_challenge_method: 'S256',
  });
  expect(newSecrets()).not.toEqual(newSecrets());
});

test('sign-in: the ID token of this sign-in is accepted, with names in any script', async () => {
  answering({ name: 'Zoë Αθηνά 李', aud: ['console'] });

  expect(await redeemed()).toMatchObject({
    claims: { name: 'Zoë Αθηνά 李' },
    refreshToken: 'r',
    lifetimeSeconds: 900,
  });
});

test.each([
  ['of another issuer', { iss: 'https://other.example' }, /another issuer/],
  ['for another client', { aud: 'other' }, /another issuer, client/],
  ['of another sign-in', { nonce: 'other' }, /client or sign-in/],
  ['without a nonce', { nonce: undefined }, /not valid/],
  ['that has expired', { exp: seconds(-301) }, /has expired.*clock/],
  ['without an expiry', { exp: undefined }, /not valid/],
])('sign-in: an ID token %s is refused', async (_case, changes, message) => {
  answering(changes);

  await expect(redeemed()).rejects.toThrow(message);
});

test('sign-in: clocks may differ by 300 seconds', async () => {
  answering({ exp: seconds(-200), iat: seconds(-1100) });

  expect((await redeemed()).lifetimeSeconds).toBe(900);
});

test.each([
  ['another state', 'code=c&state=t', /not valid/],
  ['no state', 'code=c', /not valid/],
  ['an error', 'error=access_denied&state=s', /access_denied/],
  ['no code', 'state=s', /no code/],
])('sign-in: a redirect with %s is refused before anything is sent', async (_case, query, message) => {
  const sent = vi.fn();
  vi.stubGlobal('fetch', sent);

  await expect(redeemed(query)).rejects.toThrow(message);

  expect(sent).not.toHaveBeenCalled();
});

test.each([
  ['a refused refresh token', 400, { error: 'invalid_grant' }, { name: 'RefusedByIssuer', code: 'invalid_grant' }],
  ['a busy issuer', 503, {}, { name: 'IssuerUnavailable' }],
  ['a throttled request', 429, {}, { name: 'IssuerUnavailable' }],
])('sign-in: %s is told from other failures', async (_case, status, body, error) => {
  vi.stubGlobal('fetch', async () => Response.json(body, { status }));

  await expect(refresh(issuer, 'r')).rejects.toMatchObject(error);
});

test('sign-in: a discovery document of another issuer, or over http, is refused', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ issuer: 'https://other.example' }));

  await expect(discover('https://login.example')).rejects.toThrow('of another issuer');
  await expect(discover('http://login.example')).rejects.toThrow('not valid');
});

test.each([
  ['authorization_endpoint', 'file://evil.example/share/x.exe'],
  ['authorization_endpoint', 'http://login.example/authorize'],
  ['authorization_endpoint', 'javascript:alert(1)'],
  ['token_endpoint', 'http://localhost/token'],
  ['revocation_endpoint', 'not a URL'],
  ['end_session_endpoint', 'ms-settings:'],
])('sign-in: a discovery document with the %s %s is refused', async (name, address) => {
  vi.stubGlobal('fetch', async () => Response.json({ ...endpoints, [name]: address }));

  await expect(discover('https://login.example')).rejects.toThrow(`The \`${name}\` of https://login.example is not`);
});

test('sign-in: an issuer on this machine may have addresses on this machine, and no other http addresses', async () => {
  const local = { issuer: 'http://localhost:3000', token_endpoint: 'http://127.0.0.1:3000/token' };
  vi.stubGlobal('fetch', async () => Response.json(local));
  expect(await discover(local.issuer)).toMatchObject(local);

  vi.stubGlobal('fetch', async () => Response.json({ ...local, token_endpoint: 'http://login.example/token' }));
  await expect(discover(local.issuer)).rejects.toThrow('`token_endpoint`');
});
