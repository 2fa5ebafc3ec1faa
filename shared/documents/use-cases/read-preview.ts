import { drawFirstPage } from '@assay/agreements/pdf';
import type { Scope } from '#shared/platform/caller.ts';
import { fileKey, findPreview, readFile, type StoredFile, storePreview } from '../repository/files.ts';

export interface PreviewImage {
  contentType: 'image/png' | 'image/jpeg';
  content: Uint8Array;
}

const PNG_FIRST_BYTE = 0x89;
/**
 * Stored for a page that cannot be drawn, so that a hostile file costs time once and not on every
 * visit.
 */
const NO_PICTURE = Uint8Array.of(0);

/**
 * A picture of the first page, drawn on the first request and stored under the digest of the PDF.
 * Concurrent requests store the same picture. Undefined if the page cannot be drawn.
 */
export async function readPreview(
  scope: Scope,
  documentId: string,
  pdf: StoredFile,
): Promise<PreviewImage | undefined> {
  const key = fileKey(scope, documentId, pdf.sha256, 'preview');
  const content = (await findPreview(key)) ?? (await drawAndStore(key, pdf));
  if (content[0] === NO_PICTURE[0]) return undefined;
  return { contentType: content[0] === PNG_FIRST_BYTE ? 'image/png' : 'image/jpeg', content };
}

async function drawAndStore(key: string, pdf: StoredFile): Promise<Uint8Array> {
  const content = (await drawFirstPage(await readFile(pdf.key))) ?? NO_PICTURE;
  await storePreview(key, content);
  return content;
}
