import { X509Certificate } from 'node:crypto';
import { checkChain, isSelfIssued } from '@assay/agreements/seal-certificates';
import * as z from 'zod';

/** Lambda limits the environment to 4 KB; table names and the like take less than one. */
const CERTIFICATES_BYTES = 3 * 1024;
const PEM_BLOCK = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/**
 * The certificates of the sealing key up to the root. A chain with a fault would pass the deployment, and every last
 * signature would fail. The root is read to see that no issuer is missing, and left out of the result: readers have
 * it, and functions have little room. Certificates are rendered again, so that comments between them take no space.
 */
export const SealCertificates = z.string().transform((text, { addIssue }) => {
  const blocks = text.match(PEM_BLOCK) ?? [];
  const read = blocks.map(certificateIn);
  const broken = read.indexOf(undefined);
  const certificates = read.filter((one) => one !== undefined);
  if (blocks.length === 0) addIssue('must be certificates in PEM format');
  else if (broken >= 0) addIssue(`contains an invalid certificate: certificate ${broken + 1} cannot be parsed`);
  else for (const fault of faultsOf(certificates)) addIssue(fault);
  const [own, ...issuers] = certificates;
  const pem = [own, ...issuers.filter((one) => !isSelfIssued(one))].map(String).join('');
  if (Buffer.byteLength(pem) > CERTIFICATES_BYTES)
    addIssue(`must be at most ${CERTIFICATES_BYTES} bytes without the root certificate`);
  return pem;
});

function faultsOf(certificates: readonly X509Certificate[]): string[] {
  const faults = checkChain(certificates, { now: new Date() });
  const last = certificates.at(-1);
  if (faults.length > 0 || !last || isSelfIssued(last)) return faults;
  return [
    `the issuer of certificate ${certificates.length} is missing (${last.issuer.replaceAll('\n', ', ')}): ` +
      'give the chain up to the root certificate, which is checked and left out of the deployment.',
  ];
}

function certificateIn(block: string): X509Certificate | undefined {
  try {
    return new X509Certificate(block);
  } catch {
    return undefined;
  }
}

/** In words, why certificates cannot be for a key that the stage creates; undefined if they can. */
export function faultOfKind(pem: string, keySpec: string): string | undefined {
  const { asymmetricKeyType: type, asymmetricKeyDetails: details } = new X509Certificate(pem).publicKey;
  const kind = type === 'rsa' ? `RSA_${details?.modulusLength}` : `${type} ${details?.namedCurve ?? ''}`;
  const isKind = keySpec === 'ECC_NIST_P256' ? details?.namedCurve === 'prime256v1' : kind === keySpec;
  return isKind ? undefined : `the first certificate is for a key of the kind ${kind}, and sealKeySpec is ${keySpec}.`;
}
