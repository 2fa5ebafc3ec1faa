import { createHash, randomBytes } from 'node:crypto';
import { EXIT, Failure, messageOf } from '../failure.ts';

/** The OAuth requests of a sign-in: authorization code with PKCE (RFC 7636). */
export interface Issuer {
  issuer: string;
  clientId: string;
  authorizationEndpoint: string;
  tokenEndpoint: string;
  revocationEndpoint?: string;
}

export interface SignInAttempt {
  state: string;
  nonce: string;
  verifier: string;
}

export interface Tokens {
  idToken: string;
  refreshToken: string | undefined;
  expiresMs: number;
}

/** Registered with the issuer: Cognito compares callback URLs exactly, so the port is fixed. */
export const CALLBACK_PORT = 8976;
export const CALLBACK_URL = `http://localhost:${CALLBACK_PORT}/callback`;

const DEFAULT_LIFETIME_SECONDS = 300;
const TIMEOUT_MS = 30_000;

const newSecret = () => randomBytes(32).toString('base64url');

export const newAttempt = (): SignInAttempt => ({
  state: newSecret(),
  nonce: newSecret(),
  verifier: newSecret(),
});

/** The issuer of the service's user tokens, as the console finds it. */
export async function discoverIssuer(url: string): Promise<Issuer> {
  const { issuer, clientId } = await readJson(`${url}/console/config.json`);
  if (typeof issuer !== 'string' || typeof clientId !== 'string')
    throw new Failure(
      EXIT.refused,
      `${url} has no console configuration. Sign in with an API key: assay login --key <key>.`,
    );
  const document = await readJson(`${issuer}/.well-known/openid-configuration`);
  const { authorization_endpoint, token_endpoint, revocation_endpoint } = document;
  if (typeof authorization_endpoint !== 'string' || typeof token_endpoint !== 'string')
    throw new Failure(EXIT.refused, `${issuer} has no OpenID Connect endpoints.`);
  return {
    issuer,
    clientId,
    authorizationEndpoint: authorization_endpoint,
    tokenEndpoint: token_endpoint,
    ...(typeof revocation_endpoint === 'string' && { revocationEndpoint: revocation_endpoint }),
  };
}

export function authorizationUrl(
  { authorizationEndpoint, clientId }: Issuer,
  { state, nonce, verifier }: SignInAttempt,
): string {
  const url = new URL(authorizationEndpoint);
  const parameters = {
    response_type: 'code',
    client_id: clientId,
    redirect_uri: CALLBACK_URL,
    scope: 'openid email profile',
    state,
    nonce,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  };
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url.href;
}

/** Exchanges the code. The ID token must belong to this issuer, client and sign-in. */
export async function exchangeCode(
  { issuer, clientId, tokenEndpoint }: Issuer,
  { nonce, verifier }: SignInAttempt,
  code: string,
): Promise<Tokens> {
  const tokens = await requestTokens(tokenEndpoint, {
    grant_type: 'authorization_code',
    client_id: clientId,
    code,
    code_verifier: verifier,
    redirect_uri: CALLBACK_URL,
  });
  const claims = claimsOf(tokens.idToken);
  // The signature is not checked: the token came from the issuer over TLS, and the service verifies it.
  if (claims.iss !== issuer || ![claims.aud].flat().includes(clientId) || claims.nonce !== nonce)
    throw new Failure(EXIT.refused, 'The ID token belongs to another issuer, client or sign-in.');
  return tokens;
}

export const refreshTokens = (
  { clientId, tokenEndpoint }: { clientId: string; tokenEndpoint: string },
  refreshToken: string,
) => requestTokens(tokenEndpoint, { grant_type: 'refresh_token', client_id: clientId, refresh_token: refreshToken });

export async function revokeToken(endpoint: string, clientId: string, token: string) {
  await post(endpoint, { token, client_id: clientId });
}

export const claimsOf = (idToken: string): Record<string, unknown> =>
  JSON.parse(Buffer.from(idToken.split('.')[1] ?? '', 'base64url').toString('utf8'));

async function requestTokens(endpoint: string, form: Record<string, string>): Promise<Tokens> {
  const response = await post(endpoint, form);
  const answer = (await response.json().catch(() => ({}))) as Record<string, unknown>;
  if (!response.ok || typeof answer.id_token !== 'string')
    throw new Failure(
      EXIT.refused,
      `The sign-in was refused (${String(answer.error ?? response.status)}). Run \`assay login\`.`,
    );
  const lifetime = typeof answer.expires_in === 'number' ? answer.expires_in : DEFAULT_LIFETIME_SECONDS;
  return {
    idToken: answer.id_token,
    refreshToken: typeof answer.refresh_token === 'string' ? answer.refresh_token : undefined,
    expiresMs: Date.now() + lifetime * 1000,
  };
}

const post = (endpoint: string, form: Record<string, string>) =>
  fetch(endpoint, {
    method: 'POST',
    body: new URLSearchParams(form),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch((error: unknown) => unreachable(endpoint, error));

async function readJson(url: string): Promise<Record<string, unknown>> {
  const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) }).catch((error: unknown) =>
    unreachable(url, error),
  );
  if (!response.ok) return {};
  return (await response.json().catch(() => ({}))) as Record<string, unknown>;
}

function unreachable(url: string, error: unknown): never {
  const cause = error instanceof Error && error.cause ? error.cause : error;
  throw new Failure(EXIT.unreachable, `No answer from ${new URL(url).origin}: ${messageOf(cause)}`);
}
