import { checkSeal } from '@assay/agreements/check-seal';
import type { Run } from '../command.ts';
import {
  entriesIn,
  sha256,
  statedHashes,
  type TrailEntry,
  trailFindings,
} from '../documents/check-trail.ts';
import { EXIT, usageError } from '../failure.ts';
import type { Invocation } from '../invocation.ts';
import { parseJson, readBytes } from '../read-file.ts';
import { jsonText, printable } from '../terminal.ts';

interface Report {
  /** What holds. */
  verified: string[];
  /** What does not. */
  findings: string[];
  /** What a reader has to know besides. */
  notes: string[];
}

/** Verifies a sealed PDF, an audit trail, or both against each other, without the service. */
export const verifyDocument: Run = async (invocation) => {
  const { terminal } = invocation;
  if (invocation.args.length > 2) throw usageError('Give one PDF, one audit trail, or both.');
  const files = invocation.args.map((path) => ({ path, bytes: readBytes(path) }));
  const pdfs = files.filter(({ bytes }) => isPdf(bytes));
  const trails = files.filter(({ bytes }) => !isPdf(bytes));
  if (pdfs.length > 1 || trails.length > 1)
    throw usageError('Give one PDF, one audit trail, or both.');

  const report: Report = { verified: [], findings: [], notes: [] };
  const trail = trails[0] && trailOf(trails[0]);
  if (trail) reportTrail(trail, report);
  if (pdfs[0]) reportPdf(pdfs[0], trail, { report, invocation });
  else report.notes.push('No PDF was given, so no file was compared.');

  const isVerified = report.findings.length === 0;
  if (invocation.isJson) terminal.out(jsonText({ isVerified, ...report }));
  else {
    for (const line of report.verified) terminal.out(printable(line));
    for (const line of report.notes) terminal.out(printable(line));
    for (const line of report.findings) terminal.err(printable(line));
    if (isVerified) terminal.out(terminal.style('green', 'Verified.'));
    else terminal.err(`Not verified: ${report.findings.length} finding(s).`);
  }
  return isVerified ? EXIT.ok : EXIT.checkFailed;
};

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
      `Audit trail: ${trail.length} entries, the last with hash ${String(trail.at(-1)?.hash)}.`,
    );
}

function reportPdf(
  { path, bytes }: { path: string; bytes: Buffer },
  trail: readonly TrailEntry[] | undefined,
  { report, invocation }: { report: Report; invocation: Invocation },
): void {
  const { findings, verified, notes } = report;
  const computed = sha256(bytes);
  const { sealed, original } = trail ? statedHashes(trail) : {};
  if (trail === undefined) notes.push('No audit trail was given, so only the seal was checked.');
  else if (computed === original && computed !== sealed) {
    verified.push(`${path} is the original file, before signing.`);
    return;
  } else if (computed === sealed) verified.push(`${path} is the sealed file of the audit trail.`);
  else
    findings.push(
      sealed === undefined
        ? `${path} has SHA-256 ${computed}. The document is not completed; its original has ${String(original)}.`
        : `${path} has SHA-256 ${computed}, but the sealed file has ${sealed}. The file was changed, or is another.`,
    );
  reportSeal(path, bytes, { report, expected: invocation.text('fingerprint') });
}

function reportSeal(
  path: string,
  bytes: Uint8Array,
  {
    report: { findings, verified, notes },
    expected,
  }: { report: Report; expected: string | undefined },
): void {
  const seal = checkSeal(bytes);
  if (!seal) {
    findings.push(`${path} has no seal that can be read.`);
    return;
  }
  const faults = [
    ...(seal.coversAll ? [] : ['The seal does not cover the whole file: content was added.']),
    ...(seal.digestMatches ? [] : ['The content differs from what was sealed.']),
    ...(seal.signatureHolds ? [] : ['The signature was not made with the key of the certificate.']),
    ...(seal.namesItsCertificate ? [] : ['The signature does not name its certificate.']),
    ...(seal.isPaddingEmpty ? [] : ['The space reserved for the signature was changed.']),
  ];
  findings.push(...faults.map((fault) => `${path}: ${fault}`));
  if (faults.length > 0) return;
  verified.push(`Seal: intact, by ${seal.subject.replaceAll('\n', ', ')}.`);
  if (expected === undefined) {
    notes.push(
      `Certificate: SHA-256 ${seal.fingerprint}. Compare it with the operator’s, or give it with --fingerprint.`,
    );
    return;
  }
  const wanted = expected.replaceAll(':', '').toLowerCase();
  if (wanted === seal.fingerprint) verified.push(`Certificate: SHA-256 ${seal.fingerprint}.`);
  else
    findings.push(
      `The certificate has SHA-256 ${seal.fingerprint}, expected ${wanted}. The file was sealed by another key.`,
    );
}
