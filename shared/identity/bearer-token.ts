import { forbidden, unauthenticated, unavailable } from '@assay/foundation';
import { createRemoteJWKSet, errors, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from 'jose';
import * as z from 'zod';
import type { Profile, Role } from '#shared/platform/caller.ts';
import { optionalSetting, setting } from '#shared/platform/environment.ts';

/** The claims of a user's token. */
export interface User {
  id: string;
  organizationId: string;
  role: Exclude<Role, 'client'>;
  profile: Profile;
}

const EMAIL_CHARACTERS = 320;
const NAME_CHARACTERS = 200;

/** A claim for display. A token stays valid if the issuer states it in another form. */
const displayed = (maxCharacters: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(maxCharacters)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
    .regex(/^[^\u0000-\u001f\u007f]*$/)
    .nullable()
    .catch(null);

const Claims = z.object({
  sub: z.guid().toLowerCase(),
  org: z.guid().toLowerCase(),
  role: z.enum(['owner', 'admin', 'member', 'author']),
  client_kind: z.string().optional(),
  email: displayed(EMAIL_CHARACTERS),
  name: displayed(NAME_CHARACTERS),
});

/** The issuer's keys are fetched once per process, and again when a token names an unknown key. */
let keys: JWTVerifyGetKey | undefined;

export async function userFrom(token: string): Promise<User> {
  const payload = await verified(token);
  // OAuth connections of an assistant may not call these endpoints, regardless of their other claims.
  if (payload.client_kind === 'assistant') throw forbidden('Assistant connections cannot use this API.');
  const { data } = Claims.safeParse(payload);
  if (!data) throw unauthenticated();
  const { sub: id, org: organizationId, role, email, name } = data;
  return { id, organizationId, role, profile: { email, name } };
}

/** The verified claims of the issuer. */
async function verified(token: string): Promise<JWTPayload> {
  keys ??= createRemoteJWKSet(new URL(setting('JWKS_URI')), { timeoutDuration: 3_000 });
  try {
    const { payload } = await jwtVerify(token, keys, {
      issuer: setting('ISSUER'),
      audience: [setting('AUDIENCE'), optionalSetting('COMMAND_CLIENT_ID')].filter((one) => one !== undefined),
      algorithms: ['RS256', 'ES256'],
      requiredClaims: ['exp'],
    });
    return payload;
  } catch (error) {
    if (isUnreachable(error)) throw unavailable('The token issuer is unavailable. Retry later.');
    throw unauthenticated();
  }
}

/** jose reports a failed fetch of the keys as a plain `TypeError` and a wrong status as `JOSEError`. */
const isUnreachable = (error: unknown) =>
  error instanceof TypeError ||
  error instanceof errors.JWKSTimeout ||
  error instanceof errors.JWKSInvalid ||
  (error instanceof errors.JOSEError && error.code === 'ERR_JOSE_GENERIC');
