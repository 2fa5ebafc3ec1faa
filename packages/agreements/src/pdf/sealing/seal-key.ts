import { createPublicKey } from 'node:crypto';

/** RSA with PKCS #1 v1.5, or ECDSA on the curve P-256; both with SHA-256, which PDF readers can verify. */
export type SealKeyType = 'RSA' | 'EC';

/** Signs a SHA-256: RSA with PKCS #1 v1.5, ECDSA as DER. */
export type SignDigest = (digest: Uint8Array) => Promise<Uint8Array>;

/** A certificate with its chain, and the signing operation of its key. */
export interface SealSigner {
  certificate: Uint8Array;
  /** Issuers, the nearest first. */
  certificateChain: Uint8Array[];
  keyType: SealKeyType;
  signDigest: SignDigest;
  /** Whether a certificate authority vouches for the key, so that readers can learn whose seal it is. */
  isVouchedFor: boolean;
}

/** Throws for keys whose signatures a reader could refuse. */
export function keyTypeOf(publicKey: Uint8Array): SealKeyType {
  const key = createPublicKey({ key: Buffer.from(publicKey), format: 'der', type: 'spki' });
  const { asymmetricKeyType: type, asymmetricKeyDetails: details } = key;
  if (type === 'rsa') return 'RSA';
  if (type === 'ec' && details?.namedCurve === 'prime256v1') return 'EC';
  throw new Error('A seal has an RSA key or an EC key on the curve P-256.');
}
