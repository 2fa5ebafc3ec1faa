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
import { sha256Hex } from '#shared/platform/canonical-json.ts';

/**
 * Files of documents, named after what they hold: whoever writes one again writes the same, and a file
 * whose transaction failed harms nobody. Names begin with organization and mode, as keys of rows do.
 */
export interface KeptFile {
  key: string;
  sha256: string;
  bytes: number;
}

export const FILES = 'documents';
export const UPLOADS = 'uploads';

export const prefixOf = (folder: string, { organizationId, mode }: Scope) =>
  `${folder}/${organizationId}/${mode}/`;

type Extension = 'pdf' | 'png' | 'jpg' | 'svg' | 'preview';

/** `ownerId` is the document's or the template's. */
export const fileKey = (scope: Scope, ownerId: string, sha256: string, extension: Extension) =>
  `${prefixOf(FILES, scope)}${ownerId}/${sha256}.${extension}`;

/** What a file is called once it is kept. */
export function fileOf(
  scope: Scope,
  documentId: string,
  content: Uint8Array,
  extension: Extension,
): KeptFile {
  const sha256 = sha256Hex(content);
  const key = fileKey(scope, documentId, sha256, extension);
  return { key, sha256, bytes: content.length };
}

export async function keepFile(
  scope: Scope,
  documentId: string,
  content: Uint8Array,
  extension: Extension,
): Promise<KeptFile> {
  const file = fileOf(scope, documentId, content, extension);
  await putBlob('documents', file.key, content);
  return file;
}

export async function readFile(key: string): Promise<Buffer> {
  const content = await getBlob('documents', key);
  if (!content) throw new Error('A file of a document is missing.');
  return content;
}

/** A URL that downloads the file, answered with this `content-disposition` if one is given. */
export const addressOf = (key: string, contentDisposition?: string) =>
  presignedGet('documents', key, contentDisposition);

/** A stored picture of the first page, or the mark of a page that cannot be drawn. */
export const findPreview = (key: string) => getBlob('documents', key);

export const storePreview = (key: string, picture: Uint8Array) =>
  putBlob('documents', key, picture);

/** All files of an organization and mode, also those that no row leads to. */
export async function* removeFilesOf(scope: Scope): AsyncGenerator<void> {
  for (const folder of [FILES, UPLOADS])
    for (;;) {
      const keys = await listBlobs('documents', prefixOf(folder, scope));
      if (keys.length === 0) break;
      for (const key of keys) await removeBlob('documents', key);
      yield;
    }
}

/** All files of one document, also those that no row leads to. */
export async function removeFilesOfDocument(scope: Scope, documentId: string): Promise<void> {
  for (;;) {
    const keys = await listBlobs('documents', `${prefixOf(FILES, scope)}${documentId}/`);
    if (keys.length === 0) return;
    for (const key of keys) await removeBlob('documents', key);
  }
}

const uploadKey = (scope: Scope, uploadId: string) => `${prefixOf(UPLOADS, scope)}${uploadId}`;

export const uploadUrlFor = (scope: Scope, uploadId: string, sizeBytes: number) =>
  presignedUpload('documents', uploadKey(scope, uploadId), {
    ...{ sizeBytes, contentType: 'application/pdf' },
  });

/** What was handed in, unless it is longer than that or was never sent. */
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
