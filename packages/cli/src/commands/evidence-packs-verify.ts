import type { KeyObject } from 'node:crypto';
import { checkSeal, type SealCheck } from '@assay/agreements/check-seal';
import { checkTrust } from '@assay/agreements/check-trust';
import { sha256Hex } from '@assay/foundation/canonical-json';
import { isIncluded } from '@assay/foundation/merkle';
import { unzip } from '@assay/foundation/zip';
import { checkRoots, type Event, leafOf, type Root } from '../audit/verify-log.ts';
import type { Run } from '../command.ts';
import { EXIT, messageOf, usageError } from '../failure.ts';
import { readBytes } from '../read-file.ts';
import { jsonText, printable } from '../terminal.ts';

interface Manifest {
  subjectId: string;
  files: { name: string; sha256: string }[];
}

interface Proof {
  eventId: string;
  leafIndex: number;
  treeSize: number;
  leafHash: string;
  path: string[];
  root: string;
}

interface Report {
  verified: string[];
  notes: string[];
  findings: string[];
}

type Files = ReadonlyMap<string, Buffer>;

const FINGERPRINT = /^[0-9a-f]{64}$/;

/** Verifies a pack without the service: the seal, every file, the root and the proof of every event. */
export const verifyPack: Run = async (invocation) => {
  const { terminal } = invocation;
  const expected = invocation.text('fingerprint')?.replaceAll(':', '').toLowerCase();
  if (expected !== undefined && !FINGERPRINT.test(expected))
    throw usageError('--fingerprint takes a SHA-256: 64 hexadecimal digits.');
  const [pdf, zip] = [0, 1].map((index) => readBytes(invocation.argument(index))) as [Buffer, Buffer];
  const report: Report = { verified: [], notes: [], findings: [] };
  try {
    verifyParts(pdf, unzip(zip), expected, report);
  } catch (error) {
    report.findings.push(`The archive cannot be read: ${messageOf(error)}`);
  }
  const { verified, notes, findings } = report;
  const isVerified = findings.length === 0;
  const isIssuerKnown = expected !== undefined;
  if (invocation.isJson) terminal.out(jsonText({ isVerified: isVerified && isIssuerKnown, verified, notes, findings }));
  else {
    for (const line of [...(isVerified ? verified : []), ...notes]) terminal.out(printable(line));
    for (const line of findings) terminal.err(printable(line));
    if (!isVerified) terminal.err(`Not verified. ${findings.length} finding(s).`);
    else if (isIssuerKnown) terminal.out(terminal.style('green', 'Verified.'));
    else terminal.err('Intact, issuer not checked: give the fingerprint of the service with --fingerprint.');
  }
  if (!isVerified) return EXIT.checkFailed;
  return isIssuerKnown ? EXIT.ok : EXIT.issuerNotChecked;
};

function verifyParts(pdf: Buffer, files: Files, expected: string | undefined, report: Report): void {
  const seal = sealOf(pdf, expected, report);
  const manifest = manifestOf(files, seal, report);
  // The key that sealed the PDF has signed the root.
  if (seal) verifyEvents(files, seal.certificate.publicKey, manifest.subjectId, report);
  for (const { what, why } of JSON.parse(textOf(files, 'not-included.json')) as { what: string; why: string }[])
    report.notes.push(`Not included: ${what}. ${why}`);
}

function sealOf(pdf: Buffer, expected: string | undefined, { verified, findings }: Report): SealCheck | undefined {
  const seal = checkSeal(pdf);
  if (!seal) {
    findings.push('The PDF has no seal that can be read.');
    return undefined;
  }
  const { coversAll, digestMatches, signatureHolds, namesItsCertificate, isPaddingEmpty } = seal;
  if (!coversAll || !digestMatches || !signatureHolds || !namesItsCertificate || !isPaddingEmpty)
    findings.push('The seal of the PDF does not hold: the file was changed.');
  if (seal.report?.kind !== 'evidence_pack') findings.push('The PDF is not the report of an evidence pack.');
  const { issuer, invalid } = checkTrust(seal, {
    issuers: [],
    timestampIssuers: [],
    now: new Date(),
    ...(expected !== undefined && { fingerprint: expected }),
  });
  if (expected !== undefined && issuer !== 'trusted')
    findings.push('The PDF was sealed by another key than the expected one.');
  if (invalid.length > 0) findings.push('A certificate of the seal is not valid.');
  verified.push(`Seal: intact, certificate ${seal.fingerprint}, key ${seal.keyFingerprint}.`);
  return seal;
}

/** The seal names the manifest, and the manifest every file. */
function manifestOf(files: Files, seal: SealCheck | undefined, { verified, findings }: Report): Manifest {
  const text = textOf(files, 'manifest.json');
  const manifest = JSON.parse(text) as Manifest;
  if (seal?.report?.filesSha256 !== sha256Hex(text)) findings.push('The seal names another archive than this one.');
  for (const { name, sha256 } of manifest.files) {
    const content = files.get(name);
    if (!content) findings.push(`${name} is missing.`);
    else if (sha256Hex(content) !== sha256) findings.push(`${name} was changed.`);
    else if (name.endsWith('.pdf') && !checkSeal(content)?.digestMatches)
      findings.push(`${name} has no seal that holds.`);
  }
  const listed = new Set(['manifest.json', ...manifest.files.map(({ name }) => name)]);
  for (const name of files.keys()) if (!listed.has(name)) findings.push(`${name} was added.`);
  verified.push(`Files: ${manifest.files.length}, each with the digest of the sealed manifest.`);
  return manifest;
}

function verifyEvents(files: Files, key: KeyObject, subjectId: string, { verified, notes, findings }: Report): void {
  const roots = (JSON.parse(textOf(files, 'roots.json')) as { items: Root[] }).items;
  const signed = checkRoots(roots, key);
  findings.push(...signed.findings);
  const proofs = new Map(linesOf<Proof>(files, 'proofs').map((proof) => [proof.eventId, proof]));
  const events = linesOf<Event>(files, 'history');
  for (const event of events) {
    const proof = proofs.get(event.id);
    proofs.delete(event.id);
    if (event.data.subjectId !== subjectId && event.data.resourceId !== subjectId)
      findings.push(`Event ${event.id} is about another subject.`);
    if (!proof) continue;
    const isSealed = roots.some(({ root, treeSize }) => root === proof.root && treeSize === proof.treeSize);
    if (!isSealed || leafOf(event) !== proof.leafHash || !isIncluded(proof))
      findings.push(`The proof of the event ${event.id} does not hold.`);
  }
  for (const id of proofs.keys()) findings.push(`The pack has a proof of the event ${id}, and not the event.`);
  const proved = linesOf<Proof>(files, 'proofs').length;
  verified.push(`Events: ${proved} of ${events.length} are leaves of the sealed audit log.`);
  const [root] = roots;
  if (root) notes.push(`Compare the root with those that you have saved: ${root.root} of ${root.treeSize} events.`);
}

function textOf(files: Files, name: string): string {
  const content = files.get(name);
  if (!content) throw new Error(`${name} is missing.`);
  return content.toString('utf8');
}

const linesOf = <T>(files: Files, prefix: string): T[] =>
  [...files]
    .filter(([name]) => name.startsWith(`${prefix}-`) && name.endsWith('.ndjson'))
    .flatMap(([, content]) => content.toString('utf8').split('\n').filter(Boolean))
    .map((line) => JSON.parse(line) as T);
