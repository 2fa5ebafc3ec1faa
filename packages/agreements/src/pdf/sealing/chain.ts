import { createPublicKey, X509Certificate } from 'node:crypto';
import { type AsnType, BitString, fromBER, ObjectIdentifier, Sequence } from 'asn1js';
import { Certificate } from 'pkijs';
import { bufferOf } from './cms.ts';

const PEM_BLOCK = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;
const KEY_USAGE = '2.5.29.15';
const EXTENDED_KEY_USAGE = '2.5.29.37';
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
/** The bits `digitalSignature`, `nonRepudiation` and `keyCertSign` in the first byte of `keyUsage`. */
const SIGNS = 0b1100_0000;
const SIGNS_CERTIFICATES = 0b0000_0100;

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
  if (!issuer.ca || !mayUse(issuer, SIGNS_CERTIFICATES)) return [`certificate ${number} must not issue certificates.`];
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

/** A certificate without the extension may be used for everything (RFC 5280, section 4.2.1.3). */
function mayUse(certificate: X509Certificate, oneOf: number): boolean {
  const usage = extensionOf(certificate, KEY_USAGE);
  if (usage === undefined) return true;
  return usage instanceof BitString && ((usage.valueBlock.valueHexView[0] ?? 0) & oneOf) !== 0;
}

function hasSigningPurpose(certificate: X509Certificate): boolean {
  const usage = extensionOf(certificate, EXTENDED_KEY_USAGE);
  if (usage === undefined) return true;
  const purposes = usage instanceof Sequence ? usage.valueBlock.value : [];
  return purposes.some((one) => one instanceof ObjectIdentifier && SIGNING_PURPOSES.includes(one.getValue()));
}

function extensionOf({ raw }: X509Certificate, oid: string): AsnType | undefined {
  const { extensions = [] } = Certificate.fromBER(bufferOf(raw));
  const found = extensions.find(({ extnID }) => extnID === oid);
  return found && fromBER(found.extnValue.valueBlock.valueHexView).result;
}

const keyOf = (spki: Uint8Array) => createPublicKey({ key: Buffer.from(spki), format: 'der', type: 'spki' });
