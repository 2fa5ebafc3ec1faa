import { hash, type X509Certificate } from 'node:crypto';
import { type SealedReport, sealedReportIn } from './sealed-report.ts';
import { type SealedTrail, sealedTrailIn } from './sealed-trail.ts';
import { fingerprintOf } from './sealing/certificate-path.ts';
import { checkTimestamp, type TimestampCheck } from './sealing/check-timestamp.ts';
import { namesCertificate, namesItsType, parseSignature, signatureHolds, statesDigest } from './sealing/signed-data.ts';
import { type ValidationData, validationDataIn } from './sealing/validation-data.ts';

/** What was found about the seal of a PDF. Whether its certificate is trusted is for `checkTrust` and the caller. */
export interface SealCheck {
  /** The seal covers every byte of the file but itself, and the data to verify it later. */
  coversAll: boolean;
  /** These data (B-LT). They are signed by their authorities, and the seal does not cover them. */
  validation: ValidationData | undefined;
  /** The signed digest is that of the file. */
  digestMatches: boolean;
  /** The signature was made with the key of the certificate. */
  signatureHolds: boolean;
  /** The signed attributes name the certificate, so that it cannot be replaced (PAdES). */
  namesItsCertificate: boolean;
  /** Nothing but zeros follows the signature in the space reserved for it. */
  isPaddingEmpty: boolean;
  /** Undefined without a timestamp, null for one that cannot be read. */
  timestamp: TimestampCheck | null | undefined;
  /** The audit trail that the seal names; undefined for files sealed before it did. */
  trail: SealedTrail | undefined;
  /** The report that the file is; undefined for documents. */
  report: SealedReport | undefined;
  subject: string;
  certificate: X509Certificate;
  /** All certificates in the signature, its own among them. */
  certificates: X509Certificate[];
  /** SHA-256 of the certificate, in hex. */
  fingerprint: string;
  /** SHA-256 of its public key (SubjectPublicKeyInfo), which stays the same if the certificate is renewed. */
  keyFingerprint: string;
}

/** A seal apart from its file: what remains to be known of the file is the digest of all other bytes. */
export interface SealParts {
  /** The reserved space, with what follows the signature. */
  reserved: Uint8Array;
  /** SHA-256 of the bytes that the seal says to cover. */
  coveredSha256: Uint8Array;
  /** The signature dictionary without the reserved space. */
  dictionary: string;
  coversAll: boolean;
  validation?: ValidationData | undefined;
}

const SIGNATURE_TIMESTAMP = '1.2.840.113549.1.9.16.2.14';
const BYTE_RANGE = /\/ByteRange\s*\[\s*(\d{1,12})\s+(\d{1,12})\s+(\d{1,12})\s+(\d{1,12})\s*\]/g;
const LESS_THAN = 0x3c;
const GREATER_THAN = 0x3e;

/**
 * Checks a seal as a PDF reader does, without the libraries that created it. Undefined if the file has no seal
 * that can be read.
 */
export function checkSeal(pdf: Uint8Array): SealCheck | undefined {
  const parts = sealPartsIn(pdf);
  return parts && checkParts(parts);
}

function sealPartsIn(pdf: Uint8Array): SealParts | undefined {
  const file = Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength);
  // Later signatures are appended, so the last one covers most.
  const range = [...file.toString('latin1').matchAll(BYTE_RANGE)].at(-1);
  if (!range) return undefined;
  const [start = 0, length = 0, nextStart = 0, nextLength = 0] = range.slice(1).map(Number);
  const hex = file.toString('latin1', start + length + 1, nextStart - 1);
  if (!/^(?:[0-9a-f]*|[0-9A-F]*)$/.test(hex)) return undefined;
  const covered = Buffer.concat([
    file.subarray(start, start + length),
    file.subarray(nextStart, nextStart + nextLength),
  ]);
  const end = nextStart + nextLength;
  const validation = end < file.length ? validationDataIn(file.subarray(0, end), file.subarray(end)) : undefined;
  return {
    reserved: Buffer.from(hex, 'hex'),
    coveredSha256: hash('sha256', covered, 'buffer'),
    dictionary: dictionaryAround(file, start + length, nextStart),
    coversAll:
      start === 0 &&
      file[length] === LESS_THAN &&
      file[nextStart - 1] === GREATER_THAN &&
      (end === file.length || validation !== undefined),
    validation,
  };
}

/**
 * The object with the signature, which only the service writes: strings elsewhere in the file, such as
 * those of an uploaded document, must not be taken for the service's.
 */
function dictionaryAround(file: Buffer, start: number, end: number): string {
  const from = file.lastIndexOf(' obj', start);
  const to = file.indexOf('endobj', end);
  return `${file.toString('latin1', from, start)} ${file.toString('latin1', end, to)}`;
}

/** Undefined for damaged ASN.1, or a certificate that cannot be parsed. */
export function checkParts({
  reserved,
  coveredSha256,
  dictionary,
  coversAll,
  validation,
}: SealParts): SealCheck | undefined {
  try {
    const parsed = parseSignature(Buffer.from(reserved));
    // A replaced certificate is found by `namesItsCertificate`, so a signature that names none has its first.
    const certificate = parsed.signer ?? parsed.certificates[0];
    if (!certificate) return undefined;
    return {
      coversAll,
      validation,
      digestMatches: parsed.digest === 'sha256' && namesItsType(parsed) && statesDigest(parsed, coveredSha256),
      signatureHolds: signatureHolds(parsed, certificate),
      namesItsCertificate: parsed.signer !== undefined && namesCertificate(parsed, certificate),
      isPaddingEmpty: reserved.subarray(parsed.length).every((byte) => byte === 0),
      timestamp: timestampIn(parsed.unsigned.get(SIGNATURE_TIMESTAMP), parsed.signature),
      trail: sealedTrailIn(dictionary),
      report: sealedReportIn(dictionary),
      subject: certificate.subject,
      certificate,
      certificates: parsed.certificates,
      fingerprint: fingerprintOf(certificate),
      keyFingerprint: hash('sha256', certificate.publicKey.export({ format: 'der', type: 'spki' })),
    };
  } catch {
    return undefined;
  }
}

function timestampIn(token: Uint8Array | undefined, signature: Uint8Array): TimestampCheck | null | undefined {
  if (!token) return undefined;
  try {
    return checkTimestamp(token, hash('sha256', signature, 'buffer'));
  } catch {
    return null;
  }
}
