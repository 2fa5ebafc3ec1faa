import { createHash, createPublicKey, X509Certificate } from 'node:crypto';
import { type SealIdentity, type SignDigest, sealCertificate } from './certificate/seal-certificate.ts';
import type { SealSigner } from './seal.ts';

export interface RsaKey extends SealIdentity {
  signDigest: SignDigest;
  /** PEM, the key's own certificate first; without it the key gets a self-signed one. */
  certificates: string | undefined;
}

/** RSA with PKCS #1 v1.5 and SHA-256, which every PDF reader can verify. */
export async function rsaSigner(key: RsaKey): Promise<SealSigner> {
  const [certificate, ...certificateChain] = key.certificates
    ? certificatesIn(key.certificates, key.publicKey)
    : [await sealCertificate(key, key.signDigest)];
  if (!certificate) throw new Error('SEAL_CERTIFICATES holds no certificate.');
  return {
    certificate,
    certificateChain,
    keyType: 'RSA',
    signatureAlgorithm: 'RSASSA-PKCS1-v1_5',
    sign: async (data, algorithm) => {
      if (algorithm !== 'SHA-256') throw new Error(`The seal does not use ${algorithm}.`);
      return key.signDigest(createHash('sha256').update(data).digest());
    },
  };
}

const PEM_BLOCK = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/** Throws for a certificate of another key, because no reader would accept the seals. */
function certificatesIn(pem: string, publicKey: Uint8Array): Uint8Array[] {
  const certificates = (pem.match(PEM_BLOCK) ?? []).map((block) => new X509Certificate(block));
  const key = createPublicKey({ key: Buffer.from(publicKey), format: 'der', type: 'spki' });
  if (certificates[0] && !certificates[0].publicKey.equals(key))
    throw new Error('The first certificate of SEAL_CERTIFICATES is not for the key SEAL_KEY_ID.');
  return certificates.map(({ raw }) => raw);
}
