import type { X509Certificate } from 'node:crypto';
import { checkSeal, type SealCheck } from '@assay/agreements/check-seal';
import { checkTrust, type SealLevel, type Trusted } from '@assay/agreements/check-trust';
import { readCertificates } from '@assay/agreements/seal-certificates';
import { createClient } from '../client.ts';
import type { Run } from '../command.ts';
import {
  bindingFindings,
  entriesAfterSeal,
  entriesIn,
  sha256,
  statedHashes,
  type TrailEntry,
  trailFindings,
} from '../documents/check-trail.ts';
import { EXIT, usageError } from '../failure.ts';
import type { Invocation } from '../invocation.ts';
import { normalUrl } from '../profiles/connection.ts';
import { parseJson, readBytes } from '../read-file.ts';
import { jsonText, printable } from '../terminal.ts';

/** What can be wrong or open, the worst first: the first of them that was found is the result. */
const RESULTS = {
  failed: { exit: EXIT.checkFailed, says: 'Not verified: the file or the trail was changed.' },
  foreign_seal: { exit: EXIT.foreignSeal, says: 'Not verified: the seal is not that of the expected issuer.' },
  trail_rewritten: { exit: EXIT.trailRewritten, says: 'Not verified: the trail is not the one that the seal names.' },
  certificate_expired: {
    exit: EXIT.certificateExpired,
    says: 'Not verified: a certificate of the seal is not valid, and no trusted timestamp shows that it was when it was used.',
  },
  certificate_revoked: {
    exit: EXIT.certificateRevoked,
    says: 'Not verified: a certificate of the seal had been revoked when it was used.',
  },
  issuer_missing: {
    exit: EXIT.issuerMissing,
    says: 'Not verified: the certificates of the seal do not lead to the expected issuer. One is missing.',
  },
  issuer_not_checked: {
    exit: EXIT.issuerNotChecked,
    says:
      'Intact, issuer not checked: anyone can make such a seal with a key of their own. Give the operator’s ' +
      'fingerprint with --fingerprint, or the address of the service with --url.',
  },
  trail_not_bound: {
    exit: EXIT.trailNotBound,
    says: 'Trail not bound to the file: its hashes are consistent, but it may have been rewritten as a whole.',
  },
  timestamp_not_checked: {
    exit: EXIT.timestampNotChecked,
    says:
      'Intact, timestamp not checked: anyone can make a timestamp with a certificate of their own. Give the ' +
      'certificate of the authority or its issuer with --timestamp-ca.',
  },
  verified: { exit: EXIT.ok, says: 'Verified.' },
} as const;
type Result = keyof typeof RESULTS;
type Fault = Exclude<Result, 'issuer_not_checked' | 'trail_not_bound' | 'timestamp_not_checked' | 'verified'>;

interface Report {
  /** What holds. */
  verified: string[];
  /** What does not. */
  findings: string[];
  /** What a reader has to know besides. */
  notes: string[];
  /** Kinds of the findings, and of what could not be checked. */
  results: Set<Result>;
}

/** Whom the reader trusts, and where that came from. */
interface Expected extends Trusted {
  from: string;
}

function find(report: Report, fault: Fault, finding: string): void {
  report.findings.push(finding);
  report.results.add(fault);
}

/** Verifies a sealed PDF, an audit trail, or both against each other, without the service. */
export const verifyDocument: Run = async (invocation) => {
  const { terminal } = invocation;
  if (invocation.args.length > 2) throw usageError('Give one PDF, one audit trail, or both.');
  const files = invocation.args.map((path) => ({ path, bytes: readBytes(path) }));
  const pdfs = files.filter(({ bytes }) => isPdf(bytes));
  const trails = files.filter(({ bytes }) => !isPdf(bytes));
  if (pdfs.length > 1 || trails.length > 1) throw usageError('Give one PDF, one audit trail, or both.');

  const trail = trails[0] && trailOf(trails[0]);
  const expected = await expectedIn(invocation);
  const report: Report = { verified: [], findings: [], notes: [], results: new Set() };
  if (trail) reportTrail(trail, report);
  const isBound = pdfs[0] && reportPdf(pdfs[0], trail, { report, expected });
  if (!pdfs[0]) report.notes.push('No PDF was given, so no file was compared.');
  if (trail && !isBound) report.results.add('trail_not_bound');

  const result = RESULT_ORDER.find((one) => report.results.has(one)) ?? 'verified';
  const { exit, says } = RESULTS[result];
  const { verified, findings, notes } = report;
  if (invocation.isJson) {
    const isVerified = result === 'verified';
    terminal.out(jsonText({ isVerified, result, verified, findings, notes }));
  } else {
    for (const line of [...verified, ...notes]) terminal.out(printable(line));
    for (const line of findings) terminal.err(printable(line));
    if (result === 'verified') terminal.out(terminal.style('green', says));
    else terminal.err(findings.length > 0 ? `${says} ${findings.length} finding(s).` : says);
  }
  return exit;
};

const RESULT_ORDER = Object.keys(RESULTS) as Result[];

const FINGERPRINT = /^[0-9a-f]{64}$/;

async function expectedIn(invocation: Invocation): Promise<Expected> {
  const given = invocation.text('fingerprint');
  const address = invocation.text('url');
  if (given !== undefined && address !== undefined) throw usageError('Give --fingerprint or --url, not both.');
  const issuers = certificatesIn(invocation, 'ca');
  const timestampIssuers = certificatesIn(invocation, 'timestamp-ca');
  const others = { issuers, timestampIssuers, now: new Date() };
  if (given !== undefined) {
    const fingerprint = given.replaceAll(':', '').toLowerCase();
    if (!FINGERPRINT.test(fingerprint)) throw usageError('--fingerprint takes a SHA-256: 64 hexadecimal digits.');
    return { ...others, fingerprint, from: 'given with --fingerprint' };
  }
  if (address === undefined) return { ...others, from: '' };
  const baseUrl = normalUrl(address);
  // The route is public; no credential of a profile is sent to an address from the command line.
  const client = createClient({ baseUrl, credentials: { token: noCredential } });
  const { fingerprint, timestampCertificate } = await client.documents.readSealKey({});
  return {
    ...others,
    fingerprint,
    timestampFingerprint: timestampCertificate,
    from: `published by ${baseUrl} now`,
  };
}

function certificatesIn(invocation: Invocation, option: 'ca' | 'timestamp-ca'): X509Certificate[] {
  const path = invocation.text(option);
  if (path === undefined) return [];
  const certificates = certificatesOf(readBytes(path));
  if (certificates.length === 0) throw usageError(`--${option} takes a file with certificates in PEM format.`);
  return certificates;
}

function certificatesOf(bytes: Buffer): X509Certificate[] {
  try {
    return readCertificates(bytes.toString('latin1'));
  } catch {
    return [];
  }
}

function noCredential(): never {
  throw new Error('A public route needs no credential.');
}

const isPdf = (bytes: Buffer) => bytes.subarray(0, 1024).includes('%PDF-');

function trailOf({ path, bytes }: { path: string; bytes: Buffer }): TrailEntry[] {
  const entries = entriesIn(parseJson(bytes.toString('utf8'), path));
  if (typeof entries === 'string') throw usageError(`${path} ${entries}`);
  return entries;
}

function reportTrail(trail: readonly TrailEntry[], report: Report): void {
  const findings = trailFindings(trail);
  for (const finding of findings) find(report, 'failed', finding);
  if (findings.length === 0)
    report.verified.push(
      `Audit trail: ${trail.length} entries, consistent in itself, the last with hash ${String(trail.at(-1)?.hash)}.`,
    );
}

/** Whether the seal of the file names the trail, or the trail the file. */
function reportPdf(
  { path, bytes }: { path: string; bytes: Buffer },
  trail: readonly TrailEntry[] | undefined,
  { report, expected }: { report: Report; expected: Expected },
): boolean {
  const { verified, notes } = report;
  const computed = sha256(bytes);
  const { sealed, original } = trail ? statedHashes(trail) : {};
  if (trail === undefined) notes.push('No audit trail was given, so only the seal was checked.');
  else if (computed === original && computed !== sealed) {
    verified.push(`${path} is the original file that the audit trail names, before signing.`);
    return false;
  } else if (computed === sealed) verified.push(`${path} is the sealed file of the audit trail.`);
  else if (sealed !== undefined)
    find(
      report,
      'failed',
      `${path} has SHA-256 ${computed}, but the sealed file has ${sealed}. The file was changed, or is another.`,
    );
  const seal = reportSeal(path, bytes, report);
  if (!seal) return false;
  reportTrust(seal, expected, report);
  if (seal.report) {
    const { kind, id, organizationId, mode } = seal.report;
    verified.push(`Report of the service: ${kind} ${id}, organization ${organizationId}, ${mode} mode.`);
  }
  if (!trail) return false;
  if (sealed === undefined)
    find(report, 'trail_rewritten', `The trail has no completion of the document, but ${path} is sealed.`);
  return reportBinding(trail, seal, { report, computed });
}

/** The seal, if it is intact. */
function reportSeal(path: string, bytes: Uint8Array, report: Report): SealCheck | undefined {
  const seal = checkSeal(bytes);
  if (!seal) {
    find(report, 'failed', `${path} has no seal that can be read.`);
    return undefined;
  }
  const faults = [
    ...(seal.coversAll ? [] : ['The seal does not cover the whole file: content was added.']),
    ...(seal.digestMatches ? [] : ['The content differs from what was sealed.']),
    ...(seal.signatureHolds ? [] : ['The signature was not made with the key of the certificate.']),
    ...(seal.namesItsCertificate ? [] : ['The signature does not name its certificate.']),
    ...(seal.isPaddingEmpty ? [] : ['The space reserved for the signature was changed.']),
    ...(seal.timestamp === null ? ['The timestamp of the seal cannot be read.'] : []),
    ...(seal.timestamp?.faults ?? []).map((fault) => `The timestamp of the seal does not hold: ${fault}`),
  ];
  for (const fault of faults) find(report, 'failed', `${path}: ${fault}`);
  if (faults.length > 0) return undefined;
  report.verified.push(`Seal: intact. Its certificate names ${inLine(seal.subject)}.`);
  return seal;
}

const LEVELS: Record<SealLevel, string> = {
  'B-B': 'PAdES B-B, the time is stated by the signer',
  'B-T': 'PAdES B-T, with a timestamp',
  'B-LT': 'PAdES B-LT, with a timestamp, and revocation lists by which no certificate was revoked',
};

const inLine = (name: string) => name.replaceAll('\n', ', ');

function reportTrust(seal: SealCheck, expected: Expected, report: Report): void {
  const { fingerprint, keyFingerprint, timestamp } = seal;
  const { issuer, at, invalid, revoked, path, ...trust } = checkTrust(seal, expected);
  const own = `Certificate: SHA-256 ${fingerprint}. Public key: SHA-256 ${keyFingerprint}.`;
  if (issuer === 'not_checked') {
    report.notes.push(own);
    report.results.add('issuer_not_checked');
  } else if (issuer === 'trusted')
    report.verified.push(
      own,
      ...(expected.fingerprint === undefined ? [] : [`Issuer: the fingerprint ${expected.from} is that of this seal.`]),
      ...(expected.issuers?.length ? [`Issuer: ${inLine(path.at(-1)?.subject ?? '')}, given with --ca.`] : []),
    );
  else if (issuer === 'missing_issuer')
    find(
      report,
      'issuer_missing',
      `The issuer of ${inLine(path.at(-1)?.subject ?? '')} is neither in the file nor given with --ca: ` +
        `${inLine(path.at(-1)?.issuer ?? '')}.`,
    );
  else
    find(
      report,
      'foreign_seal',
      `The certificate has SHA-256 ${fingerprint} and its public key ${keyFingerprint}, expected ` +
        `${expected.fingerprint ?? 'a certificate for signatures by an issuer of --ca'}${expected.from && `, ${expected.from}`}. ` +
        'The file was sealed by another key.',
    );
  for (const one of invalid)
    find(
      report,
      'certificate_expired',
      `The certificate of ${inLine(one.subject)} is valid from ${one.validFromDate.toISOString()} to ` +
        `${one.validToDate.toISOString()}, and not at ${at.toISOString()}.`,
    );
  for (const one of revoked)
    find(
      report,
      'certificate_revoked',
      `The certificate of ${inLine(one.subject)} had been revoked at ${at.toISOString()}.`,
    );
  report.verified.push(`Level: ${LEVELS[trust.level]}.`);
  if (!timestamp) return;
  const by = `Timestamp: ${timestamp.time.toISOString()}, by ${inLine(timestamp.path[0]?.subject ?? '')}.`;
  (trust.timestamp === 'trusted' ? report.verified : report.notes).push(by);
  if (trust.timestamp !== 'trusted') report.results.add('timestamp_not_checked');
}

function reportBinding(
  trail: readonly TrailEntry[],
  { trail: head }: SealCheck,
  { report, computed }: { report: Report; computed: string },
): boolean {
  if (!head) {
    report.notes.push(
      'The seal does not name the audit trail: the file was sealed before seals did. Compare the hash on its last page.',
    );
    return false;
  }
  const findings = bindingFindings(trail, head, computed);
  for (const finding of findings) find(report, 'trail_rewritten', finding);
  if (findings.length > 0) return false;
  const { requests, others } = entriesAfterSeal(trail, head);
  if (requests > 0)
    report.notes.push(`Requests for a new link after the completion: ${requests}. The seal does not cover them.`);
  if (others > 0) {
    report.notes.push(
      `The seal covers ${head.count + 1} entries. ${others} more were added afterwards, and nothing vouches for them.`,
    );
    return false;
  }
  report.verified.push(
    `The seal names this audit trail: document ${head.documentId}, ${head.count} entries up to the last signature.`,
  );
  return true;
}
