import type { X509Certificate } from 'node:crypto';
import { type DerNode, inside, members, NOTHING, oidOf } from './der.ts';

const EXTENSIONS = 0xa3;
const OCTET_STRING = 0x04;
const EXTENDED_KEY_USAGE = '2.5.29.37';
const KEY_USAGE = '2.5.29.15';
/** The bit `keyCertSign`. */
export const KEY_CERT_SIGN = 0b0000_0100;
/** More issuers than any path has; a loop of cross-signed certificates ends here. */
export const LONGEST_PATH = 10;

interface CertificateExtension {
  isCritical: boolean;
  /** What the extension says, as DER. */
  value: Buffer;
}

const toBeSigned = ({ raw }: X509Certificate): DerNode[] => members(inside(inside(raw)));

export function extensionIn(certificate: X509Certificate, oid: string): CertificateExtension | undefined {
  const all = toBeSigned(certificate).find(({ tag }) => tag === EXTENSIONS)?.content ?? NOTHING;
  for (const { content } of members(inside(all))) {
    const parts = members(content);
    if (oidOf(parts[0]?.content ?? NOTHING) !== oid) continue;
    const value = parts.find(({ tag }) => tag === OCTET_STRING)?.content ?? NOTHING;
    return { isCritical: parts.length > 2 && parts[1]?.content[0] !== 0, value };
  }
  return undefined;
}

/** Serial number and issuer, by which a signature names its certificate. */
export function namesOf(certificate: X509Certificate): { serial: Buffer; issuer: Buffer } {
  const [first, ...others] = toBeSigned(certificate);
  // The version comes first, unless it is 1.
  const [serial, , issuer] = first?.tag === 0xa0 ? others : [first, ...others];
  return { serial: serial?.content ?? NOTHING, issuer: issuer?.whole ?? NOTHING };
}

export function purposesOf(certificate: X509Certificate): { oids: string[]; isCritical: boolean } | undefined {
  const usage = extensionIn(certificate, EXTENDED_KEY_USAGE);
  if (!usage) return undefined;
  return { oids: members(inside(usage.value)).map(({ content }) => oidOf(content)), isCritical: usage.isCritical };
}

/**
 * Whether `keyUsage` has one of these bits of its first byte. A certificate without the extension may be used for
 * everything (RFC 5280, section 4.2.1.3).
 */
export function mayUse(certificate: X509Certificate, oneOf: number): boolean {
  const usage = extensionIn(certificate, KEY_USAGE);
  // The first byte of a BIT STRING is the number of unused bits.
  return !usage || ((inside(usage.value)[1] ?? 0) & oneOf) !== 0;
}

/** Whether one certificate issued the other, and may issue any. */
export function isIssuedBy(certificate: X509Certificate, issuer: X509Certificate): boolean {
  if (!issuer.ca || !certificate.checkIssued(issuer)) return false;
  if (!mayUse(issuer, KEY_CERT_SIGN)) return false;
  return certificate.verify(issuer.publicKey);
}

/**
 * A certificate and its issuers as far as they are at hand, the nearest first. Whoever signs chooses the
 * certificates, so trust is a matter of what the caller finds in the path.
 */
export function pathFrom(certificate: X509Certificate, others: readonly X509Certificate[]): X509Certificate[] {
  const path = [certificate];
  while (path.length < LONGEST_PATH) {
    const last = path.at(-1) ?? certificate;
    const issuer = others.find((one) => !path.some(({ raw }) => raw.equals(one.raw)) && isIssuedBy(last, one));
    if (!issuer) break;
    path.push(issuer);
  }
  return path;
}

export const fingerprintOf = ({ fingerprint256 }: X509Certificate) => fingerprint256.replaceAll(':', '').toLowerCase();

export const isValidAt = ({ validFromDate, validToDate }: X509Certificate, time: Date) =>
  validFromDate <= time && time <= validToDate;
