import { checkChain, readCertificates } from './chain.ts';
import { type SealIdentity, sealCertificate } from './seal-certificate.ts';
import { keyTypeOf, type SealSigner, type SignDigest } from './seal-key.ts';

export interface SealKey extends SealIdentity {
  signDigest: SignDigest;
  /** PEM, the key's own certificate first; without it the key gets a self-signed one. */
  certificates: string | undefined;
}

export async function sealSigner(key: SealKey): Promise<SealSigner> {
  const keyType = keyTypeOf(key.publicKey);
  const own = { keyType, signDigest: key.signDigest };
  if (!key.certificates)
    return { ...own, certificate: await sealCertificate(key), certificateChain: [], isVouchedFor: false };
  const certificates = readCertificates(key.certificates);
  const [fault] = checkChain(certificates, { publicKey: key.publicKey });
  if (fault !== undefined) throw new Error(`The certificates of the seal cannot be used: ${fault}`);
  const [certificate, ...chain] = certificates.map(({ raw }) => Uint8Array.from(raw));
  if (!certificate) throw new Error('There is no certificate of the seal.');
  return { ...own, certificate, certificateChain: chain, isVouchedFor: true };
}
