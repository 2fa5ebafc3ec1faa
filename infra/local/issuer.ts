import { generateKeyPairSync } from 'node:crypto';
import { readOrCreateJson } from '@assay/local-aws';
import { importJWK, type JWK, SignJWT } from 'jose';

/**
 * Issuer of user tokens in the local cloud. The reserved domain name never resolves, so no other
 * server can act as this issuer.
 */
export const ISSUER = 'https://development-issuer.invalid';
export const AUDIENCE = 'assay-local';
export const JWKS_PATH = '/_local/issuer/jwks.json';

const ALGORITHM = 'ES256';
const KEY_ID = 'local';
const LIFETIME = '365 days';

export interface Issuer {
  /** The JWKS that the service fetches to verify tokens. */
  publicKeys: { keys: JWK[] };
  sign(claims: Record<string, unknown>): Promise<string>;
}

/**
 * The development issuer. Its key is generated once and stored, so that tokens survive a restart.
 */
export async function openIssuer(file: string): Promise<Issuer> {
  const { kty, crv, x, y, d } = readOrCreateJson<JWK>(file, newKey);
  const publicKey: JWK = { kty, crv, x, y, kid: KEY_ID, alg: ALGORITHM, use: 'sig' } as JWK;
  const privateKey = await importJWK({ kty, crv, x, y, d } as JWK, ALGORITHM);
  return {
    publicKeys: { keys: [publicKey] },
    sign: (claims) =>
      new SignJWT(claims)
        .setProtectedHeader({ alg: ALGORITHM, kid: KEY_ID })
        .setIssuer(ISSUER)
        .setAudience(AUDIENCE)
        .setIssuedAt()
        .setExpirationTime(LIFETIME)
        .sign(privateKey),
  };
}

const newKey = (): JWK =>
  generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' }) as JWK;
