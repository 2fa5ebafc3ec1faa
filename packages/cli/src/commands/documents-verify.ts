import { checkSeal, type SealCheck } from '@assay/agreements/check-seal';
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

interface Report {
  /** What holds. */
  verified: string[];
  /** What does not. */
  findings: string[];
  /** What a reader has to know besides. */
  notes: string[];
  /** Whether the PDF has an intact seal; an original before signing has none. */
  isSealed: boolean;
  isIssuerChecked: boolean;
  /** Undefined without a trail. */
  isTrailBound: boolean | undefined;
}

/** A fingerprint that the seal must have, and where it came from. */
interface Expected {
  fingerprint: string;
  from: string;
}

const RESULTS = {
  verified: { exit: EXIT.ok, says: 'Verified.' },
  failed: { exit: EXIT.checkFailed, says: 'Not verified' },
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
} as const;

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
  const report: Report = {
    verified: [],
    findings: [],
    notes: [],
    isSealed: false,
    isIssuerChecked: false,
    isTrailBound: trail && false,
  };
  if (trail) reportTrail(trail, report);
  if (pdfs[0]) reportPdf(pdfs[0], trail, { report, expected });
  else report.notes.push('No PDF was given, so no file was compared.');

  const result = resultOf(report);
  const { exit, says } = RESULTS[result];
  const { verified, findings, notes } = report;
  if (invocation.isJson) {
    const isVerified = result === 'verified';
    terminal.out(jsonText({ isVerified, result, verified, findings, notes }));
  } else {
    for (const line of [...verified, ...notes]) terminal.out(printable(line));
    for (const line of findings) terminal.err(printable(line));
    if (result === 'verified') terminal.out(terminal.style('green', says));
    else terminal.err(result === 'failed' ? `${says}: ${findings.length} finding(s).` : says);
  }
  return exit;
};

function resultOf(report: Report): keyof typeof RESULTS {
  const { findings, isSealed, isIssuerChecked, isTrailBound } = report;
  if (findings.length > 0) return 'failed';
  if (isSealed && !isIssuerChecked) return 'issuer_not_checked';
  return isTrailBound === false ? 'trail_not_bound' : 'verified';
}

const FINGERPRINT = /^[0-9a-f]{64}$/;

async function expectedIn(invocation: Invocation): Promise<Expected | undefined> {
  const given = invocation.text('fingerprint');
  const address = invocation.text('url');
  if (given !== undefined && address !== undefined) throw usageError('Give --fingerprint or --url, not both.');
  if (given !== undefined) {
    const fingerprint = given.replaceAll(':', '').toLowerCase();
    if (!FINGERPRINT.test(fingerprint)) throw usageError('--fingerprint takes a SHA-256: 64 hexadecimal digits.');
    return { fingerprint, from: 'given with --fingerprint' };
  }
  if (address === undefined) return undefined;
  const baseUrl = normalUrl(address);
  // The route is public; no credential of a profile is sent to an address from the command line.
  const client = createClient({ baseUrl, credentials: { token: noCredential } });
  const { fingerprint } = await client.documents.readSealKey({});
  return { fingerprint, from: `published by ${baseUrl} now` };
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
  report.findings.push(...findings);
  if (findings.length === 0)
    report.verified.push(
      `Audit trail: ${trail.length} entries, consistent in itself, the last with hash ${String(trail.at(-1)?.hash)}.`,
    );
}

function reportPdf(
  { path, bytes }: { path: string; bytes: Buffer },
  trail: readonly TrailEntry[] | undefined,
  { report, expected }: { report: Report; expected: Expected | undefined },
): void {
  const { findings, verified, notes } = report;
  const computed = sha256(bytes);
  const { sealed, original } = trail ? statedHashes(trail) : {};
  if (trail === undefined) notes.push('No audit trail was given, so only the seal was checked.');
  else if (computed === original && computed !== sealed) {
    verified.push(`${path} is the original file that the audit trail names, before signing.`);
    return;
  } else if (computed === sealed) verified.push(`${path} is the sealed file of the audit trail.`);
  else
    findings.push(
      sealed === undefined
        ? `${path} has SHA-256 ${computed}. The document is not completed; its original has ${String(original)}.`
        : `${path} has SHA-256 ${computed}, but the sealed file has ${sealed}. The file was changed, or is another.`,
    );
  const seal = reportSeal(path, bytes, report);
  if (!seal) return;
  report.isSealed = true;
  reportIssuer(seal, expected, report);
  if (trail) reportBinding(trail, seal, { report, computed });
}

/** The seal, if it is intact. */
function reportSeal(path: string, bytes: Uint8Array, { findings, verified }: Report): SealCheck | undefined {
  const seal = checkSeal(bytes);
  if (!seal) {
    findings.push(`${path} has no seal that can be read.`);
    return undefined;
  }
  const faults = [
    ...(seal.coversAll ? [] : ['The seal does not cover the whole file: content was added.']),
    ...(seal.digestMatches ? [] : ['The content differs from what was sealed.']),
    ...(seal.signatureHolds ? [] : ['The signature was not made with the key of the certificate.']),
    ...(seal.namesItsCertificate ? [] : ['The signature does not name its certificate.']),
    ...(seal.isPaddingEmpty ? [] : ['The space reserved for the signature was changed.']),
  ];
  findings.push(...faults.map((fault) => `${path}: ${fault}`));
  if (faults.length > 0) return undefined;
  verified.push(`Seal: intact. Its certificate names ${seal.subject.replaceAll('\n', ', ')}.`);
  return seal;
}

function reportIssuer(
  { fingerprint, keyFingerprint }: SealCheck,
  expected: Expected | undefined,
  report: Report,
): void {
  const own = `Certificate: SHA-256 ${fingerprint}. Public key: SHA-256 ${keyFingerprint}.`;
  if (expected === undefined) {
    report.notes.push(own);
    return;
  }
  if ([fingerprint, keyFingerprint].includes(expected.fingerprint)) {
    report.isIssuerChecked = true;
    report.verified.push(own, `Issuer: the fingerprint ${expected.from} is that of this seal.`);
  } else
    report.findings.push(
      `The certificate has SHA-256 ${fingerprint} and its public key ${keyFingerprint}, expected ${expected.fingerprint}, ` +
        `${expected.from}. The file was sealed by another key.`,
    );
}

function reportBinding(
  trail: readonly TrailEntry[],
  { trail: head }: SealCheck,
  { report, computed }: { report: Report; computed: string },
): void {
  if (!head) {
    report.notes.push(
      'The seal does not name the audit trail: the file was sealed before seals did. Compare the hash on its last page.',
    );
    return;
  }
  const findings = bindingFindings(trail, head, computed);
  report.findings.push(...findings);
  if (findings.length > 0) return;
  const later = entriesAfterSeal(trail, head);
  if (later.length > 0)
    report.notes.push(
      `The seal covers ${head.count + 1} entries. ${later.length} more were added afterwards, and nothing vouches for them.`,
    );
  else
    report.verified.push(
      `The seal names this audit trail: document ${head.documentId}, ${head.count} entries up to the last signature.`,
    );
  report.isTrailBound = later.length === 0;
}
