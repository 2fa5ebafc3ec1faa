import { sha256Hex } from '@assay/foundation/canonical-json';
import {
  getBlob,
  listBlobs,
  presignedGet,
  presignedUpload,
  putBlob,
  removeBlob,
  streamBlob,
} from '#shared/platform/blobs.ts';
import type { Scope } from '#shared/platform/caller.ts';

/**
 * Files of documents, named by content: writing one again stores the same bytes, and a file whose
 * transaction failed does no harm. Names begin with organization and mode, like row keys.
 */
export interface StoredFile {
  key: string;
  sha256: string;
  bytes: number;
}

export const FILES = 'documents';
const UPLOADS = 'uploads';

export const prefixOf = (folder: string, { organizationId, mode }: Scope) => `${folder}/${organizationId}/${mode}/`;

type Extension = 'pdf' | 'png' | 'jpg' | 'svg' | 'preview' | 'image' | 'text';

/** `ownerId` is the id of the document or template. */
export const fileKey = (scope: Scope, ownerId: string, sha256: string, extension: Extension) =>
  `${prefixOf(FILES, scope)}${ownerId}/${sha256}.${extension}`;

/** The object name of a stored file. */
export function fileOf(scope: Scope, documentId: string, content: Uint8Array, extension: Extension): StoredFile {
  const sha256 = sha256Hex(content);
  const key = fileKey(scope, documentId, sha256, extension);
  return { key, sha256, bytes: content.length };
}

export async function keepFile(
  scope: Scope,
  documentId: string,
  content: Uint8Array,
  extension: Extension,
): Promise<StoredFile> {
  const file = fileOf(scope, documentId, content, extension);
  await putBlob('documents', file.key, content);
  return file;
}

export async function readFile(key: string): Promise<Buffer> {
  const content = await getBlob('documents', key);
  if (!content) throw new Error('A file of a document is missing.');
  return content;
}

/** Images of templates are named by content alone: templates and their revisions share them. */
const IMAGES = 'template-images';

export const keepImage = (scope: Scope, content: Uint8Array) => keepFile(scope, IMAGES, content, 'image');

export const findImage = (scope: Scope, sha256: string) =>
  getBlob('documents', fileKey(scope, IMAGES, sha256, 'image'));

/** Logos are named by content as well. One brand has both modes, and is stored with the files of live documents. */
const LOGOS = 'brand';
const ofLogos = ({ organizationId }: Pick<Scope, 'organizationId'>): Scope => ({ organizationId, mode: 'live' });

export const keepLogo = (organization: Pick<Scope, 'organizationId'>, content: Uint8Array) =>
  keepFile(ofLogos(organization), LOGOS, content, 'image');

export const readLogo = (organization: Pick<Scope, 'organizationId'>, sha256: string) =>
  readFile(fileKey(ofLogos(organization), LOGOS, sha256, 'image'));

/** A URL that downloads the file, answered with this `content-disposition` if one is given. */
export const addressOf = (key: string, contentDisposition?: string) =>
  presignedGet('documents', key, contentDisposition);

/** A stored picture of the first page, or the mark of a page that cannot be drawn. */
export const findPreview = (key: string) => getBlob('documents', key);

export const storePreview = (key: string, picture: Uint8Array) => putBlob('documents', key, picture);

/** All files of an organization and mode, including those without a row. */
export async function* removeFilesOf(scope: Scope): AsyncGenerator<void> {
  for (const folder of [FILES, UPLOADS])
    for (;;) {
      const keys = await listBlobs('documents', prefixOf(folder, scope));
      if (keys.length === 0) break;
      for (const key of keys) await removeBlob('documents', key);
      yield;
    }
}

/** All files of one document, including those without a row. */
export async function removeFilesOfDocument(scope: Scope, documentId: string): Promise<void> {
  for (;;) {
    const keys = await listBlobs('documents', `${prefixOf(FILES, scope)}${documentId}/`);
    if (keys.length === 0) return;
    for (const key of keys) await removeBlob('documents', key);
  }
}

const uploadKey = (scope: Scope, uploadId: string) => `${prefixOf(UPLOADS, scope)}${uploadId}`;

export const uploadUrlFor = (scope: Scope, uploadId: string, sizeBytes: number) =>
  presignedUpload('documents', uploadKey(scope, uploadId), { sizeBytes, contentType: 'application/pdf' });

/** The uploaded file, unless it is too large or missing. */
export async function findUpload(
  scope: Scope,
  uploadId: string,
  limitBytes: number,
): Promise<Buffer | 'too_large' | undefined> {
  const parts = await streamBlob('documents', uploadKey(scope, uploadId));
  if (!parts) return undefined;
  const read: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of parts) {
    bytes += part.length;
    if (bytes > limitBytes) return 'too_large';
    read.push(part);
  }
  return Buffer.concat(read);
}
