import { createPublicKey, X509Certificate } from 'node:crypto';
import { KEY_CERT_SIGN, mayUse, purposesOf } from './certificate-path.ts';

const PEM_BLOCK = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;
/**
 * Purposes with which PDF readers accept a signature: any, email protection, code signing, document signing (RFC 9336),
 * and those of Microsoft and Adobe for documents.
 */
const SIGNING_PURPOSES = [
  '2.5.29.37.0',
  '1.3.6.1.5.5.7.3.4',
  '1.3.6.1.5.5.7.3.3',
  '1.3.6.1.5.5.7.3.36',
  '1.3.6.1.4.1.311.10.3.12',
  '1.2.840.113583.1.1.5',
];
/** The bits `digitalSignature` and `nonRepudiation`. */
const SIGNS = 0b1100_0000;

/** Throws for a block that is no certificate. */
export const readCertificates = (pem: string): X509Certificate[] =>
  (pem.match(PEM_BLOCK) ?? []).map((block) => new X509Certificate(block));

interface Expected {
  /** SubjectPublicKeyInfo of the sealing key; not compared if it is unknown. */
  publicKey?: Uint8Array | undefined;
  now?: Date | undefined;
}

/**
 * In words, why seals with these certificates would not be accepted: another key, a wrong order, an expired
 * certificate, or one that must not sign. `now` is left out where an expired certificate must not stop a signature.
 */
export function checkChain(certificates: readonly X509Certificate[], { publicKey, now }: Expected): string[] {
  const [own] = certificates;
  if (!own) return ['there is no certificate.'];
  return [
    ...(publicKey && !own.publicKey.equals(keyOf(publicKey))
      ? ['the first certificate is not for the key of the seal.']
      : []),
    ...(own.ca ? ['the first certificate is that of an authority, not of the key.'] : []),
    ...(mayUse(own, SIGNS) ? [] : ['the key usage of the first certificate does not allow signatures.']),
    ...(hasSigningPurpose(own)
      ? []
      : ['the extended key usage of the first certificate allows neither documents nor emails to be signed.']),
    ...certificates.flatMap((certificate, index) => [
      ...(index === 0 ? [] : faultsOfIssuer(certificates[index - 1] ?? certificate, certificate, index + 1)),
      ...(now ? faultsOfTime(certificate, index + 1, now) : []),
    ]),
  ];
}

function faultsOfIssuer(issued: X509Certificate, issuer: X509Certificate, number: number): string[] {
  if (!issued.checkIssued(issuer) || !issued.verify(issuer.publicKey))
    return [`certificate ${number} did not issue certificate ${number - 1}: give the issuer of each after it.`];
  if (!issuer.ca || !mayUse(issuer, KEY_CERT_SIGN)) return [`certificate ${number} must not issue certificates.`];
  return [];
}

function faultsOfTime(certificate: X509Certificate, number: number, now: Date): string[] {
  if (now < certificate.validFromDate)
    return [`certificate ${number} is valid from ${certificate.validFromDate.toISOString()} only.`];
  if (now > certificate.validToDate)
    return [`certificate ${number} expired at ${certificate.validToDate.toISOString()}.`];
  return [];
}

/** Whether it ends a chain: its own issuer, with a signature of its own key. */
export const isSelfIssued = (certificate: X509Certificate) =>
  certificate.subject === certificate.issuer && certificate.verify(certificate.publicKey);

function hasSigningPurpose(certificate: X509Certificate): boolean {
  const purposes = purposesOf(certificate);
  return !purposes || purposes.oids.some((oid) => SIGNING_PURPOSES.includes(oid));
}

/** Whether a certificate that somebody trusted has issued may be used for the signature of a document. */
export const mayVouch = (certificate: X509Certificate) => mayUse(certificate, SIGNS) && hasSigningPurpose(certificate);

const keyOf = (spki: Uint8Array) => createPublicKey({ key: Buffer.from(spki), format: 'der', type: 'spki' });
