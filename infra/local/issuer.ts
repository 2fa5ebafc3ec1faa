import { generateKeyPairSync } from 'node:crypto';
import { readOrCreateJson } from '@assay/local-aws';
import { importJWK, type JWK, SignJWT } from 'jose';

/** Path of the issuer of user tokens in the local cloud, below its base URL. */
export const ISSUER_PATH = '/_local/issuer';
export const AUDIENCE = 'assay-local';
/** OAuth client of `assay login`. */
export const COMMAND_CLIENT = 'assay-local-command';
export const JWKS_PATH = `${ISSUER_PATH}/jwks.json`;

const ALGORITHM = 'ES256';
const KEY_ID = 'local';
/** Tokens of `dev.json` are for programs and tests; those of the console are much shorter. */
const LIFETIME_SECONDS = 365 * 24 * 3600;

export interface LocalIssuer {
  /** The `iss` claim of its tokens. */
  url: string;
  /** The JWKS that the service fetches to verify tokens. */
  publicKeys: { keys: JWK[] };
  sign(claims: Record<string, unknown>, options?: { from: Date; seconds: number; audience: string }): Promise<string>;
}

/**
 * The development issuer. Its key is generated once and stored, so that tokens survive a restart.
 */
export async function openIssuer(file: string, baseUrl: string): Promise<LocalIssuer> {
  const url = `${baseUrl}${ISSUER_PATH}`;
  const { kty, crv, x, y, d } = readOrCreateJson<JWK>(file, newKey);
  const publicKey: JWK = { kty, crv, x, y, kid: KEY_ID, alg: ALGORITHM, use: 'sig' } as JWK;
  const privateKey = await importJWK({ kty, crv, x, y, d } as JWK, ALGORITHM);
  return {
    url,
    publicKeys: { keys: [publicKey] },
    sign: (claims, { from, seconds, audience } = { from: new Date(), seconds: LIFETIME_SECONDS, audience: AUDIENCE }) =>
      new SignJWT(claims)
        .setProtectedHeader({ alg: ALGORITHM, kid: KEY_ID })
        .setIssuer(url)
        .setAudience(audience)
        .setIssuedAt(from)
        .setExpirationTime(new Date(from.getTime() + seconds * 1000))
        .sign(privateKey),
  };
}

const newKey = (): JWK =>
  generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' }) as JWK;
