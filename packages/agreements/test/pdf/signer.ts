import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { signDigest } from '../../../local-aws/src/aws/kms.ts';
import { type RsaKey, rsaSigner } from '../../src/pdf/rsa-signer.ts';
import type { SealSigner } from '../../src/pdf/seal.ts';

const newPrivateKey = () =>
  generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'pem', type: 'pkcs8' }).toString();

const operatorsKey = newPrivateKey();

/** A key with a self-signed certificate. */
export const aKey = (privateKey = operatorsKey): RsaKey => ({
  publicKey: createPublicKey(privateKey).export({ format: 'der', type: 'spki' }),
  keyCreatedAt: new Date('2026-01-02T03:04:05Z'),
  organization: 'Beispiel & Söhne',
  certificates: undefined,
  signDigest: async (digest) => signDigest(privateKey, digest),
});

export const aSigner = (): Promise<SealSigner> => rsaSigner(aKey());

/** Another party's key, whose certificate names the same organization. */
export const aForger = (): Promise<SealSigner> => rsaSigner(aKey(newPrivateKey()));
