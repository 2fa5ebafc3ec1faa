import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Gateway, openUserPool, startGateway, type UserPool } from '@assay/local-aws';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { AUDIENCE, type LocalIssuer, openIssuer } from '#infra/local/issuer.ts';
import { peopleOf, signInUsers } from '#infra/local/people.ts';
import { openSignIn } from '#infra/local/sign-in.ts';

/** The local issuer over HTTP, for the tests of the file that imports this. */
const ORGANIZATIONS = {
  organizationId: '019ced2c-0e65-7a4c-9b1d-6f1c2b9a4e01',
  otherOrganizationId: '019ced2c-0e65-7a4c-9b1d-6f1c2b9a4e02',
};
const USER = '019ced2c-0e65-7a4c-9b1d-6f1c2b9a4e0';
export const IDS = {
  ...ORGANIZATIONS,
  userIds: { owner: `${USER}3`, admin: `${USER}4`, member: `${USER}5`, otherOwner: `${USER}6` },
};
export const people = peopleOf(IDS);
const VERIFIER = 'v'.repeat(43);
export const SECOND_MS = 1_000;

export const directory = mkdtempSync(join(tmpdir(), 'assay-sign-in-'));
let gateway: Gateway;
export let issuer: LocalIssuer;
export let baseUrl: string;
export let pool: UserPool;
let shiftMs = 0;
/** Moves the clock of the issuer; every test begins with the real time. */
export const shiftClockBy = (ms: number) => {
  shiftMs = ms;
};

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
export const authorize = (changes: Record<string, string> = {}) =>
  fetch(`${baseUrl}/_local/oauth2/authorize?${new URLSearchParams(authorizationRequest(changes))}`, {
    redirect: 'manual',
  });
export const queryOf = (response: Response) =>
  Object.fromEntries(new URL(response.headers.get('location') ?? 'x:').searchParams);
export const codeFor = async (user: string) => queryOf(await authorize({ user })).code ?? '';

export const post = (path: string, parameters: Record<string, string>) =>
  fetch(`${baseUrl}/_local/oauth2/${path}`, {
    method: 'POST',
    body: new URLSearchParams({ client_id: AUDIENCE, ...parameters }),
  });
export const exchange = (code: string, changes: Record<string, string> = {}) =>
  post('token', {
    grant_type: 'authorization_code',
    code,
    redirect_uri: `${baseUrl}/console/callback`,
    code_verifier: VERIFIER,
    ...changes,
  });
export const refresh = (refresh_token: string) => post('token', { grant_type: 'refresh_token', refresh_token });
export const tokensOf = async (response: Response) =>
  (await response.json()) as { id_token: string; refresh_token: string };
export const signedIn = async (user = 'admin') => tokensOf(await exchange(await codeFor(user)));
