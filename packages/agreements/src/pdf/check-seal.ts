import { createHash, timingSafeEqual, verify, X509Certificate } from 'node:crypto';
import { type SealedTrail, sealedTrailIn } from './sealed-trail.ts';

/** What was found about the seal of a PDF. Whether its certificate is trusted is for the caller to decide. */
export interface SealCheck {
  /** The seal covers every byte of the file but itself. */
  coversAll: boolean;
  /** The signed digest is that of the file. */
  digestMatches: boolean;
  /** The signature was made with the key of the certificate. */
  signatureHolds: boolean;
  /** The signed attributes name the certificate, so that it cannot be replaced (PAdES). */
  namesItsCertificate: boolean;
  /** Nothing but zeros follows the signature in the space reserved for it. */
  isPaddingEmpty: boolean;
  /** The audit trail that the seal names; undefined for files sealed before it did. */
  trail: SealedTrail | undefined;
  subject: string;
  /** SHA-256 of the certificate, in hex. */
  fingerprint: string;
  /** SHA-256 of its public key (SubjectPublicKeyInfo), which stays the same if the certificate is renewed. */
  keyFingerprint: string;
}

interface Node {
  tag: number;
  /** With its tag and length. */
  whole: Buffer;
  content: Buffer;
}

const MESSAGE_DIGEST = Buffer.from('06092a864886f70d010904', 'hex');
const SIGNING_CERTIFICATE = Buffer.from('060b2a864886f70d010910022f', 'hex');
const CONTEXT_0 = 0xa0;
const OCTET_STRING = 0x04;
const SET = 0x31;
const NOTHING = Buffer.alloc(0);
const BYTE_RANGE = /\/ByteRange\s*\[\s*(\d{1,12})\s+(\d{1,12})\s+(\d{1,12})\s+(\d{1,12})\s*\]/g;

/**
 * Checks a seal as a PDF reader does, without the library that created it. Undefined if the file has no seal
 * that can be read.
 */
export function checkSeal(pdf: Uint8Array): SealCheck | undefined {
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
  try {
    return checkSignature(Buffer.from(hex, 'hex'), covered, {
      coversAll:
        start === 0 &&
        file[length] === LESS_THAN &&
        file[nextStart - 1] === GREATER_THAN &&
        nextStart + nextLength === file.length,
      trail: sealedTrailIn(dictionaryAround(file, start + length, nextStart)),
    });
  } catch {
    // Damaged ASN.1, or a certificate that cannot be parsed.
    return undefined;
  }
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

const LESS_THAN = 0x3c;
const GREATER_THAN = 0x3e;

function checkSignature(reserved: Buffer, covered: Buffer, seen: Pick<SealCheck, 'coversAll' | 'trail'>): SealCheck {
  const [contentInfo] = members(reserved, 1);
  const [, signedData] = members(contentInfo?.content ?? NOTHING);
  const [inner] = members(signedData?.content ?? NOTHING);
  const parts = members(inner?.content ?? NOTHING);
  const [certificate] = members(parts.find(({ tag }) => tag === CONTEXT_0)?.content ?? NOTHING);
  const [signerInfo] = members(parts.at(-1)?.content ?? NOTHING);
  const fields = members(signerInfo?.content ?? NOTHING);
  const attributes = fields.find(({ tag }) => tag === CONTEXT_0);
  const signature = fields.findLast(({ tag }) => tag === OCTET_STRING)?.content ?? NOTHING;

  // The signed bytes are the attributes as a SET, whatever their tag in the message.
  const signed = Buffer.from(attributes?.whole ?? NOTHING);
  signed[0] = SET;
  const digest = sha256(covered);
  const stated = digestIn(attributes?.content ?? NOTHING);
  const parsed = new X509Certificate(certificate?.whole ?? NOTHING);
  const rest = reserved.subarray(contentInfo?.whole.length ?? 0);
  return {
    ...seen,
    digestMatches: stated.length === digest.length && timingSafeEqual(stated, digest),
    signatureHolds: verify('sha256', signed, parsed.publicKey, signature),
    namesItsCertificate: signed.includes(SIGNING_CERTIFICATE) && signed.includes(sha256(parsed.raw)),
    isPaddingEmpty: rest.every((byte) => byte === 0),
    subject: parsed.subject,
    fingerprint: parsed.fingerprint256.replaceAll(':', '').toLowerCase(),
    keyFingerprint: sha256(parsed.publicKey.export({ format: 'der', type: 'spki' })).toString('hex'),
  };
}

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest();

/** The value of the attribute `messageDigest`. */
function digestIn(attributes: Buffer): Buffer {
  for (const { content } of members(attributes)) {
    const [type, values] = members(content);
    if (!type?.whole.equals(MESSAGE_DIGEST)) continue;
    const [value] = members(values?.content ?? NOTHING);
    return value?.content ?? NOTHING;
  }
  return NOTHING;
}

/** The members of a DER value; enough ASN.1 to parse a signature. */
function members(bytes: Buffer, limit = Number.POSITIVE_INFINITY): Node[] {
  const found: Node[] = [];
  for (let at = 0; at < bytes.length && found.length < limit; ) {
    const first = bytes[at + 1] ?? 0;
    const lengthBytes = first & 0x80 ? first & 0x7f : 0;
    const start = at + 2 + lengthBytes;
    const length = lengthBytes ? bytes.readUIntBE(at + 2, lengthBytes) : first;
    const end = start + length;
    if (end > bytes.length) throw new RangeError('A DER value is longer than its container.');
    found.push({
      tag: bytes[at] ?? 0,
      whole: bytes.subarray(at, end),
      content: bytes.subarray(start, end),
    });
    at = end;
  }
  return found;
}
