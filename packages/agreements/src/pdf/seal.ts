import { PDF } from '@libpdf/core';
import { sha256, signContent, type Timestamp } from './sealing/cms.ts';
import type { SealSigner } from './sealing/seal-key.ts';

export interface Seal {
  reason: string;
  location?: string | undefined;
  /** Where the file can be checked. */
  contact?: string | undefined;
  sealedAt: Date;
  /** Proves the time of the seal (PAdES B-T); without it the time is only claimed by us (B-B). */
  timestamp?: Timestamp | undefined;
}

const FIELD_NAME = 'Assay seal';

/** Reserved space for the signature and a certificate chain; a timestamp has its own chain. */
const SIGNATURE_BYTES = 16 * 1024;
const TIMESTAMP_BYTES = 16 * 1024;

/**
 * Adds an invisible PAdES signature over the whole file: changing any byte breaks the seal, and
 * every PDF reader reports it.
 */
export async function sealPdf(pdf: Uint8Array, signer: SealSigner, seal: Seal): Promise<Uint8Array> {
  const reservedBytes = SIGNATURE_BYTES + (seal.timestamp ? TIMESTAMP_BYTES : 0);
  const bytes = Buffer.from(await withPlaceholder(pdf, signer, seal, reservedBytes));
  const [start, end] = reservedIn(bytes);
  const digest = sha256(Buffer.concat([bytes.subarray(0, start), bytes.subarray(end)]));
  const { der } = await signContent(digest, signer, seal.timestamp);
  if (der.length > reservedBytes) throw new Error(`The signature has ${der.length} bytes, more than are reserved.`);
  bytes.fill('0', start + 1, end - 1).write(Buffer.from(der).toString('hex'), start + 1, 'latin1');
  return bytes;
}

/**
 * The library writes field, dictionary and byte range. Its own signature has the attribute `signing-time`, which
 * EN 319 142-1 forbids for this format, so ours takes the place of it: the place is not part of what is signed.
 */
async function withPlaceholder(
  pdf: Uint8Array,
  { certificate, keyType }: SealSigner,
  { reason, location, contact, sealedAt }: Seal,
  estimatedSize: number,
): Promise<Uint8Array> {
  const document = await PDF.load(pdf);
  const { bytes } = await document.sign({
    signer: {
      certificate,
      keyType,
      signatureAlgorithm: keyType === 'RSA' ? 'RSASSA-PKCS1-v1_5' : 'ECDSA',
      sign: async () => new Uint8Array(1),
    },
    fieldName: FIELD_NAME,
    reason,
    ...(location !== undefined && { location }),
    ...(contact !== undefined && { contactInfo: contact }),
    signingTime: sealedAt,
    subFilter: 'ETSI.CAdES.detached',
    level: 'B-B',
    estimatedSize,
  });
  return bytes;
}

const BYTE_RANGE = /\/ByteRange\s*\[\s*0\s+(\d{1,12})\s+(\d{1,12})\s+\d{1,12}\s*\]/g;

/** From `<` to behind `>` of the last signature. */
function reservedIn(bytes: Buffer): [start: number, end: number] {
  const at = bytes.lastIndexOf('/ByteRange');
  const [range] = bytes.toString('latin1', at, at + 200).matchAll(BYTE_RANGE);
  if (!range) throw new Error('The file has no place for a signature.');
  return [Number(range[1]), Number(range[2])];
}
