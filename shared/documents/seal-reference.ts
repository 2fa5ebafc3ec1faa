import type { Mode, Scope } from '#shared/platform/caller.ts';

/**
 * Where the document of a sealed file is found. The seal and the QR code of the certificate name it, so that a file
 * is found by its key and no table is searched by digests. It is no credential: it opens nothing.
 */
export interface SealReference extends Scope {
  documentId: string;
}

const ID_BYTES = 16;
export const SEAL_REFERENCE = /^(test|live)\.([A-Za-z0-9_-]{43})$/;

export function sealReferenceOf({ mode, organizationId, documentId }: SealReference): string {
  const bytes = Buffer.from(`${organizationId}${documentId}`.replaceAll('-', ''), 'hex');
  return `${mode}.${bytes.toString('base64url')}`;
}

export function parseSealReference(text: string): SealReference | undefined {
  const [, mode, packed = ''] = SEAL_REFERENCE.exec(text) ?? [];
  const bytes = Buffer.from(packed, 'base64url');
  // Two spellings of the last base64 character decode alike; only the canonical one is accepted.
  if (!mode || bytes.toString('base64url') !== packed) return undefined;
  return {
    mode: mode as Mode,
    organizationId: uuidOf(bytes.subarray(0, ID_BYTES)),
    documentId: uuidOf(bytes.subarray(ID_BYTES)),
  };
}

export const verifyUrl = (origin: string, reference: SealReference) => `${origin}/verify#${sealReferenceOf(reference)}`;

export const uuidOf = (bytes: Uint8Array) =>
  Buffer.from(bytes)
    .toString('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
