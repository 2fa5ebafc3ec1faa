import { X509Certificate } from 'node:crypto';
import type { SealCheck } from './check-seal.ts';
import { fingerprintOf, isValidAt, pathFrom } from './sealing/certificate-path.ts';
import { isSelfIssued, mayVouch } from './sealing/chain.ts';
import { leadsTo } from './sealing/check-timestamp.ts';
import type { SealLevel } from './sealing/cms.ts';
import { type Revocation, revocationIn } from './sealing/revocation.ts';

export type { SealLevel };

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
  /** The certificates that had been revoked by then, as a list of their issuer in the file says. */
  revoked: X509Certificate[];
  /** PAdES baseline level: B-LT if the file says of every certificate but the roots that it was not revoked. */
  level: SealLevel;
  /** Certificates from that of the seal on, the nearest first. */
  path: X509Certificate[];
}

/** Whose an intact seal is, and whether its certificates were valid when it was made, by the file and the time alone. */
export function checkTrust(seal: SealCheck, trusted: Trusted): TrustCheck {
  const timestamp = timestampOf(seal, trusted);
  const at = timestamp === 'trusted' && seal.timestamp ? seal.timestamp.time : trusted.now;
  const others = validationCertificates(seal);
  const path = pathFrom(seal.certificate, [...seal.certificates, ...others, ...(trusted.issuers ?? [])]);
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
    ...revocationOf(seal, path, at),
    path,
  };
}

/** Certificates that cannot be parsed vouch for nothing. */
const validationCertificates = ({ validation }: SealCheck) =>
  (validation?.certificates ?? []).flatMap((der) => {
    try {
      return [new X509Certificate(der)];
    } catch {
      return [];
    }
  });

/** What the revocation lists in the file say at a time about the certificates of the seal and its timestamp. */
function revocationOf(
  seal: SealCheck,
  sealPath: readonly X509Certificate[],
  at: Date,
): Pick<TrustCheck, 'revoked' | 'level'> {
  const { timestamp } = seal;
  if (!timestamp || timestamp.faults.length > 0) return { revoked: [], level: 'B-B' };
  const [own, ...others] = timestamp.path;
  const stampPath = own ? pathFrom(own, [...others, ...validationCertificates(seal)]) : [];
  const found = [sealPath, stampPath].flatMap((path) =>
    path.flatMap((certificate, index) => {
      if (isSelfIssued(certificate)) return [];
      const issuer = path[index + 1];
      const lists = seal.validation?.crls ?? [];
      const results = issuer
        ? lists.map((crl) => readRevocation(crl, { certificate, issuer, at: timestamp.time }))
        : [];
      const isRevoked = results.some((one) => one.status === 'revoked' && one.since <= at);
      return [{ certificate, isRevoked, isGood: !isRevoked && results.some(({ status }) => status !== 'unknown') }];
    }),
  );
  const isWhole = found.length > 0 && found.every(({ isGood }) => isGood);
  return {
    revoked: found.filter(({ isRevoked }) => isRevoked).map(({ certificate }) => certificate),
    level: isWhole ? 'B-LT' : 'B-T',
  };
}

function readRevocation(...[crl, of]: Parameters<typeof revocationIn>): Revocation {
  try {
    return revocationIn(crl, of);
  } catch {
    return { status: 'unknown', because: 'the list cannot be read' };
  }
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

function timestampOf(seal: SealCheck, trusted: Trusted): TrustCheck['timestamp'] {
  const { timestamp } = seal;
  if (timestamp === undefined) return 'none';
  if (timestamp === null || timestamp.faults.length > 0) return 'broken';
  const { timestampFingerprint, timestampIssuers = [] } = trusted;
  const [own, ...others] = timestamp.path;
  const path = own ? pathFrom(own, [...others, ...validationCertificates(seal), ...timestampIssuers]) : [];
  const fingerprints = [
    ...timestampIssuers.map(fingerprintOf),
    ...(timestampFingerprint ? [timestampFingerprint] : []),
  ];
  const isTrusted = fingerprints.some((fingerprint) => leadsTo({ path, time: timestamp.time }, fingerprint));
  return isTrusted ? 'trusted' : 'not_checked';
}
