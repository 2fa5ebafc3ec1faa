import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { signDigest } from '../../../local-aws/src/aws/kms.ts';
import type { SealSigner } from '../../src/pdf/sealing/seal-key.ts';
import { type SealKey, sealSigner } from '../../src/pdf/sealing/seal-signer.ts';

const PEM = { format: 'pem', type: 'pkcs8' } as const;

const newPrivateKey = () => generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export(PEM).toString();

export const anEcPrivateKey = () =>
  generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export(PEM).toString();

const operatorsKey = newPrivateKey();

/** A key with a self-signed certificate. */
export const aKey = (privateKey = operatorsKey): SealKey => ({
  publicKey: createPublicKey(privateKey).export({ format: 'der', type: 'spki' }),
  keyCreatedAt: new Date('2026-01-02T03:04:05Z'),
  organization: 'Beispiel & Söhne',
  certificates: undefined,
  signDigest: async (digest) => signDigest(privateKey, digest),
});

export const aSigner = (): Promise<SealSigner> => sealSigner(aKey());

/** Another party's key, whose certificate names the same organization. */
export const aForger = (): Promise<SealSigner> => sealSigner(aKey(newPrivateKey()));
