import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { signDigest } from '../../../local-aws/src/aws/kms.ts';
import { type RsaKey, rsaSigner } from '../../src/pdf/rsa-signer.ts';
import type { SealSigner } from '../../src/pdf/seal.ts';

const privateKey = generateKeyPairSync('rsa', { modulusLength: 2048 })
  .privateKey.export({ format: 'pem', type: 'pkcs8' })
  .toString();

/** A new key with a self-signed certificate. */
export const aKey = (): RsaKey => ({
  publicKey: createPublicKey(privateKey).export({ format: 'der', type: 'spki' }),
  keyCreatedAt: new Date('2026-01-02T03:04:05Z'),
  organization: 'Beispiel & Söhne',
  certificates: undefined,
  signDigest: async (digest) => signDigest(privateKey, digest),
});

export const aSigner = (): Promise<SealSigner> => rsaSigner(aKey());
