/** OAuth without a browser: what the session of the console asks and checks. */
export interface Claims {
  sub: string;
  org: string;
  role: 'owner' | 'admin' | 'member';
  email?: string;
  name?: string;
}

export interface Client {
  issuer: string;
  clientId: string;
}

/** The endpoints of an issuer, from its discovery document. */
export interface Endpoints {
  issuer: string;
  authorization_endpoint: string;
  token_endpoint: string;
  revocation_endpoint?: string;
  end_session_endpoint?: string;
}

/** Secrets of one sign-in, kept until the issuer redirects back. */
export interface Attempt {
  state: string;
  nonce: string;
  verifier: string;
  /** The path that the user wanted to see. */
  returnTo: string;
}

export interface Tokens {
  id_token: string;
  refresh_token?: string;
  expires_in?: number;
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

const base64Url = (bytes: Uint8Array) =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

const newSecret = () => base64Url(crypto.getRandomValues(new Uint8Array(32)));

export const newAttempt = (returnTo: string, statePrefix = ''): Attempt => ({
  state: statePrefix + newSecret(),
  nonce: newSecret(),
  verifier: newSecret(),
  returnTo,
});

/** The code challenge S256 of RFC 7636. */
export async function challengeOf(verifier: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier));
  return base64Url(new Uint8Array(digest));
}

export async function authorizationUrl(
  { authorization_endpoint }: Endpoints,
  { clientId }: Client,
  { state, nonce, verifier }: Attempt,
  redirectUri: string,
): Promise<string> {
  const url = new URL(authorization_endpoint);
  const parameters = {
    response_type: 'code',
    client_id: clientId,
    redirect_uri: redirectUri,
    scope: 'openid email profile',
    state,
    nonce,
    code_challenge: await challengeOf(verifier),
    code_challenge_method: 'S256',
  };
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url.href;
}

/** The code in the issuer's answer. An answer to another sign-in than the one of this tab is refused. */
export function codeFrom(query: URLSearchParams, attempt: Attempt | undefined): string {
  if (!attempt || query.get('state') !== attempt.state)
    throw new Error('The sign-in was started in another tab or has expired. Sign in again.');
  const error = query.get('error_description') ?? query.get('error');
  if (error) throw new Error(`The sign-in was refused: ${error}`);
  const code = query.get('code');
  if (!code) throw new Error('The sign-in returned no code. Sign in again.');
  return code;
}

/**
 * The claims of an ID token. Its signature is not checked: it came from the issuer itself over TLS,
 * and the API verifies it with every request.
 */
export function claimsFrom(idToken: string, client: Client, nonce: string | undefined): Claims {
  const payload = idToken.split('.')[1] ?? '';
  const bytes = Uint8Array.from(atob(payload.replaceAll('-', '+').replaceAll('_', '/')), (one) => one.charCodeAt(0));
  const claims = JSON.parse(new TextDecoder().decode(bytes));
  const audiences: unknown[] = [claims.aud].flat();
  if (claims.iss !== client.issuer || !audiences.includes(client.clientId))
    throw new Error('The ID token belongs to another issuer or client.');
  if (nonce !== undefined && claims.nonce !== nonce) throw new Error('The ID token belongs to another sign-in.');
  return claims;
}
