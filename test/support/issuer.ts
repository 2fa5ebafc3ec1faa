import { type JWK, SignJWT } from 'jose';

/**
 * The issuer of the tests. Its key is fixed, because the process that serves it and those that sign
 * with it are different ones; it opens nothing but the tests.
 */
const PRIVATE_KEY: JWK & { kty: 'EC' } = {
  kty: 'EC',
  crv: 'P-256',
  x: '0gtYhOrhmE5Bs8BQueDvMxrUBw6yikJusss2Sl2dJS4',
  y: 'PqEBCjs6LySCn1m-V-B1NtazEv3eu6tymRGMCTPYZHk',
  d: 'qBRoukytWPjHp00ODS8uhVENjuGyd437dombnTieoo4',
  kid: 'test',
  alg: 'ES256',
};

const { d: _private, ...publicKey } = PRIVATE_KEY;
export const publicKeys = { keys: [{ ...publicKey, use: 'sig' }] };

export const ISSUER = 'https://issuer.test';
export const AUDIENCE = 'assay-tests';

export interface TokenOptions {
  expiresInSeconds?: number;
  issuer?: string;
  audience?: string;
}

export function signToken(
  claims: Record<string, unknown>,
  { expiresInSeconds = 3600, issuer = ISSUER, audience = AUDIENCE }: TokenOptions = {},
): Promise<string> {
  return new SignJWT(claims)
    .setProtectedHeader({ alg: 'ES256', kid: 'test' })
    .setIssuer(issuer)
    .setAudience(audience)
    .setExpirationTime(Math.floor(Date.now() / 1000) + expiresInSeconds)
    .sign(PRIVATE_KEY);
}
