import { newSecrets, type SignInSecrets } from '@assay/sign-in';

/** The session of the console without a browser: what it stores, and when it ends. */
export interface Claims {
  sub: string;
  org: string;
  role: 'owner' | 'admin' | 'member';
  email?: string;
  name?: string;
}

/** A sign-in until the issuer redirects back. */
export interface Attempt extends SignInSecrets {
  /** The path that the user wanted to see. */
  returnTo: string;
}

/** A session as the tab stores it. */
export interface StoredSession {
  refreshToken: string;
  signedInMs: number;
  usedMs: number;
}

const HOUR_MS = 3_600_000;
const IDLE_MS = 8 * HOUR_MS;
const SESSION_MS = 12 * HOUR_MS;

/** A session ends 12 hours after the sign-in, or after 8 hours without use. */
export const hasEnded = ({ signedInMs, usedMs }: StoredSession, nowMs: number) =>
  nowMs - signedInMs > SESSION_MS || nowMs - usedMs > IDLE_MS;

export const newAttempt = (returnTo: string, statePrefix = ''): Attempt => {
  const secrets = newSecrets();
  return { ...secrets, state: statePrefix + secrets.state, returnTo };
};

/** The sign-in that the issuer answers. An answer to another one than that of this tab is refused. */
export function attemptOf(query: URLSearchParams, attempt: Attempt | undefined): Attempt {
  if (!attempt || query.get('state') !== attempt.state)
    throw new Error('The sign-in was started in another tab or has expired. Sign in again.');
  return attempt;
}
