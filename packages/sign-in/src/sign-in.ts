import * as oauth from 'oauth4webapi';
import { assertAnswered, explained } from './sign-in-errors.ts';

/**
 * The requests of a sign-in: authorization code with PKCE (RFC 7636), and refresh tokens. Issuer, audience, expiry and
 * nonce of an ID token are checked. Its signature is not: it came from the issuer itself over TLS, and the API verifies
 * it with every request.
 */
export type Endpoints = Pick<
  oauth.AuthorizationServer,
  | 'issuer'
  | 'authorization_endpoint'
  | 'token_endpoint'
  | 'revocation_endpoint'
  | 'end_session_endpoint'
  | 'id_token_signing_alg_values_supported'
  | 'authorization_response_iss_parameter_supported'
>;

/** An issuer, and the client that it knows this program as. */
export interface Issuer {
  endpoints: Endpoints;
  clientId: string;
}

/** Secrets of one sign-in, kept until the issuer redirects back. */
export interface SignInSecrets {
  state: string;
  nonce: string;
  verifier: string;
}

/** What the issuer redirected back with, and where to. */
export interface Redirect {
  query: URLSearchParams;
  redirectUri: string;
}

export interface Tokens {
  idToken: string;
  claims: oauth.IDToken;
  refreshToken: string | undefined;
  lifetimeSeconds: number;
}

/** Clocks of users may differ as much as the service accepts. */
const CLOCK_TOLERANCE_SECONDS = 300;
const TIMEOUT_MS = 30_000;

export const newSecrets = (): SignInSecrets => ({
  state: oauth.generateRandomState(),
  nonce: oauth.generateRandomNonce(),
  verifier: oauth.generateRandomCodeVerifier(),
});

/**
 * The endpoints of an issuer, from its discovery document, which has to be of this issuer. Programs open the addresses
 * in it, so each has to be https, or on this machine like its issuer.
 */
export const discover = (issuer: string): Promise<Endpoints> =>
  checked(async () => {
    const url = new URL(issuer);
    const response = await oauth.discoveryRequest(url, { algorithm: 'oidc', ...optionsFor(url) });
    await assertAnswered(response.clone());
    const endpoints: Endpoints = await oauth.processDiscoveryResponse(url, response);
    for (const name of ADDRESSES) assertSafe(endpoints[name], { name, issuer: url });
    return endpoints;
  });

const ADDRESSES = ['authorization_endpoint', 'token_endpoint', 'revocation_endpoint', 'end_session_endpoint'] as const;

function assertSafe(address: string | undefined, { name, issuer }: { name: string; issuer: URL }): void {
  if (address === undefined) return;
  const isSafe =
    URL.canParse(address) &&
    (new URL(address).protocol === 'https:' || (isLoopback(new URL(address)) && isLoopback(issuer)));
  if (!isSafe) throw new Error(`The \`${name}\` of ${issuer.origin} is not an https address.`);
}

export async function authorizationUrl(
  { endpoints, clientId }: Issuer,
  { state, nonce, verifier }: SignInSecrets,
  redirectUri: string,
): Promise<string> {
  if (!endpoints.authorization_endpoint) throw new Error(`${endpoints.issuer} has no authorization endpoint.`);
  const url = new URL(endpoints.authorization_endpoint);
  const parameters = {
    response_type: 'code',
    client_id: clientId,
    redirect_uri: redirectUri,
    scope: 'openid email profile',
    state,
    nonce,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  };
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url.href;
}

/** Redeems the code that the issuer redirected back with. */
export const redeem = (
  { endpoints, clientId }: Issuer,
  { state, nonce, verifier }: SignInSecrets,
  { query, redirectUri }: Redirect,
): Promise<Tokens> =>
  checked(async () => {
    const client = clientOf(clientId);
    const answer = oauth.validateAuthResponse(endpoints, client, query, state);
    if (!answer.get('code')) throw new Error('The sign-in returned no code. Sign in again.');
    const response = await oauth.authorizationCodeGrantRequest(
      endpoints,
      client,
      oauth.None(),
      answer,
      redirectUri,
      verifier,
      optionsFor(endpoints.issuer),
    );
    await assertAnswered(response.clone());
    const options = { expectedNonce: nonce, requireIdToken: true };
    return tokensIn(await oauth.processAuthorizationCodeResponse(endpoints, client, response, options));
  });

/** New tokens for a refresh token, which issuers may accept once. */
export const refresh = ({ endpoints, clientId }: Issuer, refreshToken: string): Promise<Tokens> =>
  checked(async () => {
    const client = clientOf(clientId);
    const response = await oauth.refreshTokenGrantRequest(
      endpoints,
      client,
      oauth.None(),
      refreshToken,
      optionsFor(endpoints.issuer),
    );
    await assertAnswered(response.clone());
    return tokensIn(await oauth.processRefreshTokenResponse(endpoints, client, response));
  });

/** Revokes a refresh token, if the issuer can. */
export async function revoke({ endpoints, clientId }: Issuer, token: string): Promise<void> {
  if (!endpoints.revocation_endpoint) return;
  const options = optionsFor(endpoints.issuer);
  await oauth.revocationRequest(endpoints, clientOf(clientId), oauth.None(), token, options);
}

const clientOf = (clientId: string): oauth.Client => ({
  client_id: clientId,
  [oauth.clockTolerance]: CLOCK_TOLERANCE_SECONDS,
});

/** http is accepted for issuers on this machine only, such as that of the local cloud. */
const optionsFor = (issuer: string | URL) => ({
  signal: () => AbortSignal.timeout(TIMEOUT_MS),
  ...(isLoopback(new URL(issuer)) && { [oauth.allowInsecureRequests]: true }),
});

/** An http address of this machine. */
const isLoopback = ({ protocol, hostname }: URL) =>
  protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(hostname);

function tokensIn(answer: oauth.TokenEndpointResponse): Tokens {
  const claims = oauth.getValidatedIdTokenClaims(answer);
  if (!claims || answer.id_token === undefined) throw new Error('The issuer sent no ID token.');
  return {
    idToken: answer.id_token,
    claims,
    refreshToken: answer.refresh_token,
    // Differences, because the clock of this device may be off.
    lifetimeSeconds: answer.expires_in ?? claims.exp - claims.iat,
  };
}

async function checked<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    throw explained(error);
  }
}
