import type { Mode, Role } from '#shared/platform/caller.ts';
import type { Access, Route } from '#shared/platform/http/route.ts';
import { anonymous, type Credential, keyOf, signedBy, userOf } from './api.ts';

/** Every kind of caller: its identity for the service, or the status of all its requests. */
export interface Principal {
  is: Role | 401 | 403;
  /** Its timestamp is out of range, which has its own problem code. */
  isSkewed?: boolean;
  credential: (organizationId: string, mode: Mode) => Promise<Credential>;
}

const HOUR_MS = 3_600_000;
const agoIso = (milliseconds: number) => new Date(Date.now() - milliseconds).toISOString();

/** Users choose the mode in a header; an API key has a fixed mode. */
const user =
  (...[role, options]: [Parameters<typeof userOf>[1], Parameters<typeof userOf>[2]?]) =>
  async (organizationId: string, mode: Mode): Promise<Credential> =>
    inMode(mode, await userOf(organizationId, role, options));

const inMode =
  (mode: Mode, credential: Credential): Credential =>
  async (request) => ({ 'x-risk-mode': mode, ...(await credential(request)) });

const key =
  (changes: Parameters<typeof keyOf>[2] = {}, signing: Parameters<typeof signedBy>[1] = {}) =>
  async (organizationId: string, mode: Mode): Promise<Credential> =>
    signedBy((await keyOf(organizationId, mode, changes)).key, signing);

type Signed = Parameters<Credential>[0];

/** A valid signature of another request. */
const keySigning =
  (other: (request: Signed) => Partial<Signed>) =>
  async (organizationId: string, mode: Mode): Promise<Credential> => {
    const { credential } = await keyOf(organizationId, mode);
    return (request) => credential({ ...request, ...other(request) });
  };

/** A member's token with a manipulated role. */
async function tampered(organizationId: string, mode: Mode): Promise<Credential> {
  const member = await user('member')(organizationId, mode);
  return async (request) => {
    const { authorization = '', ...rest } = await member(request);
    const [header, payload = '', signature] = authorization.split('.');
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString());
    const changed = Buffer.from(JSON.stringify({ ...claims, role: 'owner' })).toString('base64url');
    return { ...rest, authorization: `${header}.${changed}.${signature}` };
  };
}

export const principals: Record<string, Principal> = {
  'API key': { is: 'client', credential: key() },
  member: { is: 'member', credential: user('member') },
  author: { is: 'author', credential: user('author') },
  admin: { is: 'admin', credential: user('admin') },
  owner: { is: 'owner', credential: user('owner') },
  assistant: {
    is: 403,
    credential: user('owner', { claims: { client_kind: 'assistant' } }),
  },
  'no credential': { is: 401, credential: async () => anonymous },
  'revoked key': { is: 401, credential: key({ revokedAt: agoIso(HOUR_MS) }) },
  'expired key': { is: 401, credential: key({ expiresAt: agoIso(1) }) },
  'key with a wrong signature': { is: 401, credential: key({}, { secret: 'guessed' }) },
  'key with a timestamp 301 s old': { is: 401, isSkewed: true, credential: key({}, { ageSeconds: 301 }) },
  'key with a timestamp 302 s ahead': { is: 401, isSkewed: true, credential: key({}, { ageSeconds: -302 }) },
  'key signing another path': {
    is: 401,
    credential: keySigning(({ pathAndQuery }) => ({ pathAndQuery: `${pathAndQuery}?all=true` })),
  },
  'key signing another method': { is: 401, credential: keySigning(() => ({ method: 'HEAD' })) },
  'key signing another body': {
    is: 401,
    credential: keySigning(({ body }) => ({ body: `${body} ` })),
  },
  'key signing another idempotency key': {
    is: 401,
    credential: keySigning(({ idempotencyKey }) => ({ idempotencyKey: `${idempotencyKey}x` })),
  },
  'expired token': { is: 401, credential: user('owner', { expiresInSeconds: -1 }) },
  'token of another issuer': {
    is: 401,
    credential: user('owner', { issuer: 'https://elsewhere.test' }),
  },
  'token for another audience': { is: 401, credential: user('owner', { audience: 'others' }) },
  'token changed by hand': { is: 401, credential: tampered },
};

const MAY_CALL: Record<Exclude<Access, 'public' | 'signer'>, readonly Role[]> = {
  client: ['client', 'member', 'admin', 'owner'],
  key: ['client'],
  member: ['member', 'admin', 'owner'],
  admin: ['admin', 'owner'],
  owner: ['owner'],
};

/** Whether the route admits the principal, or the status of its refusal. */
export function accessOf(
  { access, forAuthors }: Pick<Route, 'access' | 'forAuthors'>,
  { is }: Principal,
): true | 401 | 403 {
  // Every holder of the link in the path has access.
  if (access === 'public' || access === 'signer') return true;
  if (typeof is === 'number') return is;
  // The examples of routes that decide by their parameters read other records than policies.
  if (is === 'author') return forAuthors === 'always' || 403;
  return MAY_CALL[access].includes(is) || 403;
}
