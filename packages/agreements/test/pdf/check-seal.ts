import { createHash, verify, X509Certificate } from 'node:crypto';

interface Node {
  tag: number;
  /** With its tag and length. */
  whole: Buffer;
  content: Buffer;
}

/** Iterates over DER members; enough ASN.1 to parse a signature. */
function members(bytes: Buffer): Node[] {
  const found: Node[] = [];
  for (let at = 0; at < bytes.length; ) {
    const first = bytes[at + 1] ?? 0;
    const lengthBytes = first & 0x80 ? first & 0x7f : 0;
    const start = at + 2 + lengthBytes;
    const length = lengthBytes ? bytes.readUIntBE(at + 2, lengthBytes) : first;
    const end = start + length;
    found.push({
      tag: bytes[at] ?? 0,
      whole: bytes.subarray(at, end),
      content: bytes.subarray(start, end),
    });
    at = end;
  }
  return found;
}

const MESSAGE_DIGEST = Buffer.from('06092a864886f70d010904', 'hex');
const SIGNING_CERTIFICATE = Buffer.from('060b2a864886f70d010910022f', 'hex');
const SIGNED_ATTRIBUTES = 0xa0;
const SET = 0x31;

/** Verifies a seal as a PDF reader does, without the library that created it. */
export function checkSeal(pdf: Uint8Array) {
  const file = Buffer.from(pdf);
  const range = /\/ByteRange\s*\[\s*(\d+)\s+(\d+)\s+(\d+)\s+(\d+)\s*\]/.exec(
    file.toString('latin1'),
  );
  const [start = 0, length = 0, nextStart = 0, nextLength = 0] = (range?.slice(1) ?? []).map(
    Number,
  );
  const covered = Buffer.concat([
    file.subarray(start, start + length),
    file.subarray(nextStart, nextStart + nextLength),
  ]);
  const hex = file.toString('latin1', start + length + 1, nextStart - 1);

  const [contentInfo] = members(Buffer.from(hex, 'hex'));
  const [, signedData] = members(contentInfo?.content ?? Buffer.alloc(0));
  const [inner] = members(signedData?.content ?? Buffer.alloc(0));
  const parts = members(inner?.content ?? Buffer.alloc(0));
  const [certificate] = members(parts.find(({ tag }) => tag === 0xa0)?.content ?? Buffer.alloc(0));
  const [signerInfo] = members(parts.at(-1)?.content ?? Buffer.alloc(0));
  const fields = members(signerInfo?.content ?? Buffer.alloc(0));
  const attributes = fields.find(({ tag }) => tag === SIGNED_ATTRIBUTES);
  const signature = fields.findLast(({ tag }) => tag === 0x04)?.content ?? Buffer.alloc(0);

  // The signed bytes are the attributes as a SET, whatever their tag in the message.
  const signed = Buffer.from(attributes?.whole ?? []);
  signed[0] = SET;
  const digest = createHash('sha256').update(covered).digest();
  const { publicKey, subject } = new X509Certificate(certificate?.whole ?? Buffer.alloc(0));
  return {
    coversAll: start === 0 && nextStart + nextLength === file.length,
    digestMatches: signed.includes(digest) && signed.includes(MESSAGE_DIGEST),
    signatureHolds: verify('sha256', signed, publicKey, signature),
    namesItsCertificate: signed.includes(SIGNING_CERTIFICATE),
    subject,
  };
}

export const SEALED = {
  ...{ coversAll: true, digestMatches: true, signatureHolds: true, namesItsCertificate: true },
};
