import { expect, test } from 'vitest';
import { type Attempt, attemptOf, hasEnded, newAttempt } from '#console/oauth.ts';

const HOUR_MS = 3_600_000;

test('sign-in: every one has its own secrets of 256 bits', () => {
  const [one, other] = [newAttempt('/console'), newAttempt('/console')];

  const secrets = [one, other].flatMap(({ state, nonce, verifier }) => [state, nonce, verifier]);

  expect(new Set(secrets).size).toBe(6);
  for (const secret of secrets) expect(secret).toMatch(/^[\w-]{43}$/);
});

const attempt: Attempt = { state: 's', nonce: 'n', verifier: 'v', returnTo: '/console' };

test('authorization response: that of the same sign-in is accepted', () => {
  expect(attemptOf(new URLSearchParams('code=c&state=s'), attempt)).toBe(attempt);
});

test.each([
  ['another state', 'code=c&state=t', attempt],
  ['no state', 'code=c', attempt],
  ['no sign-in of this tab', 'code=c&state=s', undefined],
])('authorization response: %s is refused', (_case, query, known) => {
  expect(() => attemptOf(new URLSearchParams(query), known)).toThrow(/another tab/);
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
