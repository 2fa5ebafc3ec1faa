import { createPublicKey, hash, X509Certificate } from 'node:crypto';
import { GetPublicKeyCommand } from '@aws-sdk/client-kms';
import { keysClient } from '#shared/platform/aws-clients.ts';
import { optionalSetting, setting } from '#shared/platform/environment.ts';
import { answeredByKms } from './kms-answer.ts';

export interface SealKey {
  fingerprint: string;
  publicKey: string;
  certificates: string[];
  timestampCertificate?: string;
}

let known: Promise<SealKey> | undefined;

/** The public half of the sealing key, read once per process: the route is public. */
export function readSealKey(): Promise<SealKey> {
  known ??= sealKey().catch((error: unknown) => {
    known = undefined; // so that the next request retries
    throw error;
  });
  return known;
}

async function sealKey(): Promise<SealKey> {
  const command = new GetPublicKeyCommand({ KeyId: setting('SEAL_KEY_ID') });
  const { PublicKey } = await answeredByKms(keysClient().send(command));
  if (!PublicKey) throw new Error('KMS answered without a public key.');
  const timestampCertificate = optionalSetting('TIMESTAMP_CERTIFICATE');
  const key = createPublicKey({ key: Buffer.from(PublicKey), format: 'der', type: 'spki' });
  return {
    fingerprint: hash('sha256', PublicKey),
    publicKey: key.export({ format: 'pem', type: 'spki' }).toString(),
    certificates: certificatesIn(optionalSetting('SEAL_CERTIFICATES') ?? ''),
    ...(timestampCertificate !== undefined && { timestampCertificate }),
  };
}

const PEM_BLOCK = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

const certificatesIn = (pem: string) =>
  (pem.match(PEM_BLOCK) ?? []).map((block) => new X509Certificate(block).toString());
