import type { X509Certificate } from 'node:crypto';
import type { SealCheck } from './check-seal.ts';
import { fingerprintOf, isValidAt, pathFrom } from './sealing/certificate-path.ts';
import { isSelfIssued, mayVouch } from './sealing/chain.ts';
import { leadsTo } from './sealing/check-timestamp.ts';

/** Whom a reader trusts. Without any of them nothing shows whose seal a file has. */
export interface Trusted {
  now: Date;
  /** SHA-256 of the sealing key or of its certificate. */
  fingerprint?: string | undefined;
  /** Certificates that may vouch for the seal, usually roots. */
  issuers?: readonly X509Certificate[] | undefined;
  /** Certificates that may vouch for timestamps. */
  timestampIssuers?: readonly X509Certificate[] | undefined;
  /** SHA-256 of a certificate of the timestamp authority. */
  timestampFingerprint?: string | undefined;
}

export interface TrustCheck {
  /** `foreign`: another key or another root. `missing_issuer`: the path ends before a trusted certificate. */
  issuer: 'trusted' | 'foreign' | 'missing_issuer' | 'not_checked';
  /** `not_checked`: it holds, and nothing shows whose it is. */
  timestamp: 'none' | 'trusted' | 'not_checked' | 'broken';
  /** Whether the certificates were valid: at the time of a trusted timestamp, else now. */
  isValid: boolean;
  /** The time for which this holds. */
  at: Date;
  /** The certificates that were not valid then. */
  invalid: X509Certificate[];
  /** Certificates from that of the seal on, the nearest first. */
  path: X509Certificate[];
}

/** Whose an intact seal is, and whether its certificates were valid when it was made. Revocation is not checked. */
export function checkTrust(seal: SealCheck, trusted: Trusted): TrustCheck {
  const timestamp = timestampOf(seal, trusted);
  const at = timestamp === 'trusted' && seal.timestamp ? seal.timestamp.time : trusted.now;
  const path = pathFrom(seal.certificate, [...seal.certificates, ...(trusted.issuers ?? [])]);
  const anchors = new Set((trusted.issuers ?? []).map(fingerprintOf));
  const end = path.findIndex((one) => anchors.has(fingerprintOf(one)));
  // What is trusted is trusted whatever its dates say (RFC 5280, section 6.1); the seal's own certificate is not exempt.
  const invalid = path
    .slice(0, end < 0 ? path.length : Math.max(1, end))
    .filter((certificate) => !isValidAt(certificate, at));
  return {
    issuer: issuerOf(seal, trusted, { path, end }),
    timestamp,
    isValid: invalid.length === 0,
    at,
    invalid,
    path,
  };
}

function issuerOf(
  { fingerprint, keyFingerprint, certificate }: SealCheck,
  trusted: Trusted,
  { path, end }: { path: readonly X509Certificate[]; end: number },
): TrustCheck['issuer'] {
  const isKnownKey = trusted.fingerprint !== undefined && [fingerprint, keyFingerprint].includes(trusted.fingerprint);
  if (trusted.fingerprint !== undefined && !isKnownKey) return 'foreign';
  if (!trusted.issuers?.length) return isKnownKey ? 'trusted' : 'not_checked';
  const last = path.at(-1);
  if (end < 0) return last && isSelfIssued(last) ? 'foreign' : 'missing_issuer';
  // Certificates of a root may be for anything, such as web servers.
  return mayVouch(certificate) ? 'trusted' : 'foreign';
}

function timestampOf({ timestamp }: SealCheck, trusted: Trusted): TrustCheck['timestamp'] {
  if (timestamp === undefined) return 'none';
  if (timestamp === null || timestamp.faults.length > 0) return 'broken';
  const { timestampFingerprint, timestampIssuers = [] } = trusted;
  const [own, ...others] = timestamp.path;
  const path = own ? pathFrom(own, [...others, ...timestampIssuers]) : [];
  const fingerprints = [
    ...timestampIssuers.map(fingerprintOf),
    ...(timestampFingerprint ? [timestampFingerprint] : []),
  ];
  const isTrusted = fingerprints.some((fingerprint) => leadsTo({ path, time: timestamp.time }, fingerprint));
  return isTrusted ? 'trusted' : 'not_checked';
}
