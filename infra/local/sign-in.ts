import { createHash, randomBytes } from 'node:crypto';
import { type GatewayAnswer, json, type LocalRequest } from '@assay/local-aws';
import * as z from 'zod';
import { AUDIENCE, COMMAND_CLIENT, ISSUER_PATH, JWKS_PATH, type LocalIssuer } from './issuer.ts';
import type { SignInUser } from './people.ts';
import { messagePage, PAGE_HEADERS, signInPage } from './sign-in-page.ts';

/**
 * The OAuth endpoints of the local issuer, with the rules of Cognito's: authorization code with PKCE,
 * ID tokens of 15 minutes, and refresh tokens that are replaced at every use and end after 12 hours.
 * Instead of a password, the page asks which user to be.
 */
const OAUTH = '/_local/oauth2';
const CODE_SECONDS = 60;
const ID_TOKEN_SECONDS = 15 * 60;
const SESSION_SECONDS = 12 * 3600;
/** A used refresh token works for this long, so that a lost response does not end a session. */
const GRACE_SECONDS = 10;

interface SignInOptions {
  issuer: LocalIssuer;
  baseUrl: string;
  users: () => Record<string, SignInUser>;
  now: () => Date;
}

/** What a sign-in granted. Reuse of its code, or of a replaced refresh token, revokes it. */
interface Grant {
  clientId: string;
  person: string;
  nonce: string | undefined;
  signedInMs: number;
  isRevoked: boolean;
}

interface Code {
  grant: Grant;
  redirectUri: string;
  challenge: string;
  issuedMs: number;
  isUsed: boolean;
}

interface RefreshToken {
  grant: Grant;
  usedMs: number | undefined;
}

/** As registered in the user pool: each client has one callback page. */
const CALLBACKS: Record<string, RegExp> = {
  [AUDIENCE]: /^\/console\/callback$/,
  [COMMAND_CLIENT]: /^\/console\/command$/,
};
const ClientId = z.enum([AUDIENCE, COMMAND_CLIENT]);

/** Only the console of this machine, on any port, may receive a code or be returned to. */
const isOwnPage = (text: string, path: RegExp) => {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, pathname, search, hash } = new URL(text);
  const isLoopback = ['127.0.0.1', 'localhost', '[::1]'].includes(hostname);
  return protocol === 'http:' && isLoopback && path.test(pathname) && search + hash === '';
};

const Client = z.object({ client_id: ClientId, redirect_uri: z.string() });
const isRegistered = ({ client_id, redirect_uri }: z.infer<typeof Client>) =>
  isOwnPage(redirect_uri, CALLBACKS[client_id] ?? /^$/);
const AuthorizationRequest = Client.extend({
  response_type: z.literal('code'),
  scope: z.string().refine((text) => text.split(' ').includes('openid')),
  state: z.string().min(1),
  nonce: z.string().optional(),
  code_challenge: z.string().regex(/^[\w-]{43}$/),
  code_challenge_method: z.literal('S256'),
  user: z.string().optional(),
});
const TokenRequest = z.discriminatedUnion('grant_type', [
  Client.extend({
    grant_type: z.literal('authorization_code'),
    code: z.string(),
    code_verifier: z.string().regex(/^[\w.~-]{43,128}$/),
  }),
  z.object({
    grant_type: z.literal('refresh_token'),
    client_id: ClientId,
    refresh_token: z.string(),
  }),
]);

export function openSignIn({ issuer, baseUrl, users, now }: SignInOptions) {
  const codes = new Map<string, Code>();
  const refreshTokens = new Map<string, RefreshToken>();
  const secondsSince = (ms: number) => (now().getTime() - ms) / 1000;

  function authorize(query: URLSearchParams): GatewayAnswer {
    const asked = Object.fromEntries(query);
    const { data: client } = Client.safeParse(asked);
    if (!client || !isRegistered(client))
      return page(400, messagePage('Sign-in failed', 'Unknown client or callback address.'));
    const { data } = AuthorizationRequest.safeParse(asked);
    if (!data) return backTo(query, { error: 'invalid_request' });
    if (data.user === undefined)
      return page(
        200,
        signInPage(users(), (user) => `${OAUTH}/authorize?${query}&user=${user}`),
      );
    if (!users()[data.user]) return backTo(query, { error: 'access_denied' });

    const code = newSecret();
    const signedInMs = now().getTime();
    codes.set(code, {
      grant: { clientId: data.client_id, person: data.user, nonce: data.nonce, signedInMs, isRevoked: false },
      redirectUri: data.redirect_uri,
      challenge: data.code_challenge,
      issuedMs: signedInMs,
      isUsed: false,
    });
    return backTo(query, { code });
  }

  async function exchange(body: Buffer): Promise<GatewayAnswer> {
    const asked = Object.fromEntries(new URLSearchParams(body.toString()));
    const { data } = TokenRequest.safeParse(asked);
    if (!data) return refused('invalid_request');
    const grant = data.grant_type === 'refresh_token' ? grantOfToken(data) : grantOfCode(data);
    const user = grant && users()[grant.person];
    const isEnded =
      !user || secondsSince(grant.signedInMs) > SESSION_SECONDS || (user.sessionsEndedMs ?? 0) > grant.signedInMs;
    if (isEnded) return refused('invalid_grant');

    const refreshToken = newSecret();
    refreshTokens.set(refreshToken, { grant, usedMs: undefined });
    const claims = {
      ...user.person,
      email_verified: true,
      token_use: 'id',
      auth_time: Math.floor(grant.signedInMs / 1000),
      ...(grant.nonce !== undefined && { nonce: grant.nonce }),
    };
    const idToken = await issuer.sign(claims, {
      from: now(),
      seconds: ID_TOKEN_SECONDS,
      audience: grant.clientId,
    });
    return shared({
      id_token: idToken,
      // OAuth requires one. Nothing here takes it: the API takes ID tokens.
      access_token: newSecret(),
      refresh_token: refreshToken,
      token_type: 'Bearer',
      expires_in: ID_TOKEN_SECONDS,
    });
  }

  function grantOfCode(asked: z.infer<typeof Client> & { code: string; code_verifier: string }) {
    const code = codes.get(asked.code);
    if (!code) return undefined;
    const isReused = code.isUsed;
    code.isUsed = true;
    const isGood =
      secondsSince(code.issuedMs) <= CODE_SECONDS &&
      code.grant.clientId === asked.client_id &&
      code.redirectUri === asked.redirect_uri &&
      code.challenge === createHash('sha256').update(asked.code_verifier).digest('base64url');
    if (isReused || !isGood) code.grant.isRevoked = true;
    return code.grant.isRevoked ? undefined : code.grant;
  }

  function grantOfToken(asked: { client_id: string; refresh_token: string }): Grant | undefined {
    const token = refreshTokens.get(asked.refresh_token);
    if (token?.grant.clientId !== asked.client_id) return undefined;
    token.usedMs ??= now().getTime();
    if (secondsSince(token.usedMs) > GRACE_SECONDS) token.grant.isRevoked = true;
    return token.grant.isRevoked ? undefined : token.grant;
  }

  function revoke(body: Buffer): GatewayAnswer {
    const token = refreshTokens.get(new URLSearchParams(body.toString()).get('token') ?? '');
    if (token) token.grant.isRevoked = true;
    return shared({});
  }

  return ({ method, path, query, body }: LocalRequest) => {
    const answers: Record<string, () => GatewayAnswer | Promise<GatewayAnswer>> = {
      [`GET ${ISSUER_PATH}/.well-known/openid-configuration`]: () => shared(discoveryOf(issuer, baseUrl)),
      [`GET ${OAUTH}/authorize`]: () => authorize(query),
      [`POST ${OAUTH}/token`]: () => exchange(body),
      [`POST ${OAUTH}/revoke`]: () => revoke(body),
      [`GET ${OAUTH}/logout`]: () => logout(query),
    };
    return answers[`${method} ${path}`]?.();
  };
}

const discoveryOf = ({ url }: LocalIssuer, baseUrl: string) => ({
  issuer: url,
  authorization_endpoint: `${baseUrl}${OAUTH}/authorize`,
  token_endpoint: `${baseUrl}${OAUTH}/token`,
  revocation_endpoint: `${baseUrl}${OAUTH}/revoke`,
  end_session_endpoint: `${baseUrl}${OAUTH}/logout`,
  jwks_uri: `${baseUrl}${JWKS_PATH}`,
  scopes_supported: ['openid', 'email', 'profile'],
  response_types_supported: ['code'],
  grant_types_supported: ['authorization_code', 'refresh_token'],
  code_challenge_methods_supported: ['S256'],
  id_token_signing_alg_values_supported: ['ES256'],
  subject_types_supported: ['public'],
  token_endpoint_auth_methods_supported: ['none'],
});

function logout(query: URLSearchParams): GatewayAnswer {
  const target = query.get('logout_uri') ?? query.get('post_logout_redirect_uri') ?? '';
  return isOwnPage(target, /^\/console\/?$/)
    ? redirect(target)
    : page(200, messagePage('Signed out', 'You can close this page.'));
}

/** Returns to the console with the result of the authorization request. */
function backTo(query: URLSearchParams, result: Record<string, string>): GatewayAnswer {
  const target = new URL(query.get('redirect_uri') ?? '');
  const state = query.get('state');
  target.search = new URLSearchParams({ ...result, ...(state && { state }) }).toString();
  return redirect(target.href);
}

const newSecret = () => randomBytes(32).toString('base64url');

const redirect = (location: string): GatewayAnswer => ({
  status: 302,
  headers: { location, 'cache-control': 'no-store' },
  cookies: [],
  body: Buffer.alloc(0),
});

const page = (status: number, html: string): GatewayAnswer => ({
  status,
  headers: PAGE_HEADERS,
  cookies: [],
  body: Buffer.from(html),
});

/** As with Cognito, pages of every origin may read the response. */
const SHARED = { 'access-control-allow-origin': '*', 'cache-control': 'no-store' };
const shared = (value: unknown, status = 200): GatewayAnswer => {
  const answer = json(status, value);
  return { ...answer, headers: { ...answer.headers, ...SHARED } };
};
const refused = (error: string) => shared({ error }, 400);
