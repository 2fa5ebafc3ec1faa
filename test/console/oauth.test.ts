import { expect, test } from 'vitest';
import {
  type Attempt,
  authorizationUrl,
  challengeOf,
  claimsFrom,
  codeFrom,
  hasEnded,
  newAttempt,
} from '#console/oauth.ts';

const CLIENT = { issuer: 'https://login.example', clientId: 'console' };
const HOUR_MS = 3_600_000;

test('PKCE: the challenge is the one of RFC 7636, appendix B', async () => {
  expect(await challengeOf('dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk')).toBe(
    'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
  );
});

test('PKCE: every sign-in has its own secrets of 256 bits', () => {
  const [one, other] = [newAttempt('/console'), newAttempt('/console')];

  const secrets = [one, other].flatMap(({ state, nonce, verifier }) => [state, nonce, verifier]);

  expect(new Set(secrets).size).toBe(6);
  for (const secret of secrets) expect(secret).toMatch(/^[\w-]{43}$/);
});

test('authorization request: it asks for a code and keeps the issuer’s own parameters', async () => {
  const endpoints = {
    issuer: CLIENT.issuer,
    token_endpoint: 'https://login.example/token',
    authorization_endpoint: 'https://login.example/authorize?tenant=1',
  };
  const attempt = newAttempt('/console');

  const url = new URL(await authorizationUrl(endpoints, CLIENT, attempt, 'https://a.example/cb'));

  expect(Object.fromEntries(url.searchParams)).toEqual({
    tenant: '1',
    response_type: 'code',
    client_id: 'console',
    redirect_uri: 'https://a.example/cb',
    scope: 'openid email profile',
    state: attempt.state,
    nonce: attempt.nonce,
    code_challenge: await challengeOf(attempt.verifier),
    code_challenge_method: 'S256',
  });
});

const attempt: Attempt = { state: 's', nonce: 'n', verifier: 'v', returnTo: '/console' };

test('authorization response: the code of the same sign-in is accepted', () => {
  expect(codeFrom(new URLSearchParams('code=c&state=s'), attempt)).toBe('c');
});

test.each([
  ['another state', 'code=c&state=t', attempt, /another tab/],
  ['no state', 'code=c', attempt, /another tab/],
  ['no sign-in of this tab', 'code=c&state=s', undefined, /another tab/],
  ['an error', 'error=access_denied&state=s', attempt, /access_denied/],
  ['no code', 'state=s', attempt, /no code/],
])('authorization response: %s is refused', (_case, query, known, message) => {
  expect(() => codeFrom(new URLSearchParams(query), known)).toThrow(message);
});

const tokenOf = (claims: object) =>
  `h.${Buffer.from(JSON.stringify({ iss: CLIENT.issuer, aud: 'console', nonce: 'n', ...claims })).toString('base64url')}.s`;

test('ID token: claims are decoded, names in any script included', () => {
  expect(claimsFrom(tokenOf({ name: 'Zoë Αθηνά 李' }), CLIENT, 'n').name).toBe('Zoë Αθηνά 李');
  expect(() => claimsFrom(tokenOf({ aud: ['other', 'console'] }), CLIENT, undefined)).not.toThrow();
});

test.each([
  ['of another issuer', { iss: 'https://other.example' }, /another issuer/],
  ['for another client', { aud: 'other' }, /another issuer or client/],
  ['of another sign-in', { nonce: 'other' }, /another sign-in/],
])('ID token: a token %s is refused', (_case, claims, message) => {
  expect(() => claimsFrom(tokenOf(claims), CLIENT, 'n')).toThrow(message);
});

test.each([
  ['in use', 11.9, 0.1, false],
  ['idle for 8 hours', 8, 8.01, true],
  ['12 hours old', 12.01, 0, true],
])('session: one that is %s has ended: %s %s %s', (_case, ageHours, idleHours, expected) => {
  const nowMs = 100 * HOUR_MS;
  const session = {
    refreshToken: 'r',
    signedInMs: nowMs - ageHours * HOUR_MS,
    usedMs: nowMs - idleHours * HOUR_MS,
  };

  expect(hasEnded(session, nowMs)).toBe(expected);
});
