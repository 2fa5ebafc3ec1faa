import { PDF, type Signer, type TimestampAuthority } from '@libpdf/core';

/** Who seals: a certificate, those that vouch for it, and what signs with its key. */
export type SealSigner = Signer;

export interface Seal {
  reason: string;
  location?: string | undefined;
  sealedAt: Date;
  /** Proves the time of the seal (PAdES B-T); without one, the time is our word (B-B). */
  timestampAuthority?: TimestampAuthority | undefined;
}

const FIELD_NAME = 'Assay seal';

/** Room for the signature and a chain of certificates; a proof of time brings its own chain. */
const SIGNATURE_BYTES = 16 * 1024;
const TIMESTAMP_BYTES = 16 * 1024;

/**
 * The file with an invisible PAdES signature over all of it: whoever changes a byte of it breaks the seal, and
 * every PDF reader says so.
 */
export async function sealPdf(
  pdf: Uint8Array,
  signer: SealSigner,
  { reason, location, sealedAt, timestampAuthority }: Seal,
): Promise<Uint8Array> {
  const document = await PDF.load(pdf);
  const { bytes } = await document.sign({
    signer,
    fieldName: FIELD_NAME,
    reason,
    ...(location !== undefined && { location }),
    signingTime: sealedAt,
    subFilter: 'ETSI.CAdES.detached',
    level: timestampAuthority ? 'B-T' : 'B-B',
    ...(timestampAuthority && { timestampAuthority }),
    estimatedSize: SIGNATURE_BYTES + (timestampAuthority ? TIMESTAMP_BYTES : 0),
  });
  return bytes;
}
