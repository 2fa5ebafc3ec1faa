import { PDF, type Signer, type TimestampAuthority } from '@libpdf/core';

/** A certificate with its chain, and the signing operation of its key. */
export type SealSigner = Signer;

export interface Seal {
  reason: string;
  location?: string | undefined;
  sealedAt: Date;
  /** Proves the time of the seal (PAdES B-T); without it the time is only claimed by us (B-B). */
  timestampAuthority?: TimestampAuthority | undefined;
}

const FIELD_NAME = 'Assay seal';

/** Reserved space for the signature and a certificate chain; a timestamp has its own chain. */
const SIGNATURE_BYTES = 16 * 1024;
const TIMESTAMP_BYTES = 16 * 1024;

/**
 * Adds an invisible PAdES signature over the whole file: changing any byte breaks the seal, and
 * every PDF reader reports it.
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
