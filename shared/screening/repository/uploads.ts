import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import * as z from 'zod';
import { getBlob, presignedUpload, sizeOfBlob, streamBlob } from '#shared/platform/blobs.ts';
import { type Scope, scopeKey } from '#shared/platform/caller.ts';
import { addSeconds } from '#shared/platform/clock.ts';
import type { Key, Store, Write } from '#shared/platform/store/store.ts';
import { isOwn, ListId, scopeOfList } from '../lists/list-id.ts';

/** A file that an operator uploads, for lists without a download URL and for closed networks. */
export const Upload = z.object({
  key: ListId,
  uploadId: z.uuid(),
  fileName: z.string().regex(/^[A-Za-z0-9][A-Za-z0-9_.-]{0,99}$/),
  sizeBytes: z.int(),
  /** The principal that requested the URL. */
  uploadedBy: z.string(),
  /** The mark of its organization. */
  uploadedIn: z.string().optional(),
});
export type Upload = z.infer<typeof Upload>;

/** Unused uploads expire in the bucket after the same time. */
const STORED_SECONDS = 2 * 24 * 60 * 60;
const CONTENT_TYPE = 'application/octet-stream';

export const ownUploadsPartition = (scope: Scope) => `${scopeKey(scope)}#own-list-uploads`;

/** The files of all own lists of an organization and mode. */
export const ownUploadsOf = ({ organizationId, mode }: Scope) => `uploads/${organizationId}/${mode}/`;

const keyOf = (id: ListId, uploadId: string): Key => ({
  pk: isOwn(id) ? ownUploadsPartition(scopeOfList(id)) : `list-uploads#${id}`,
  sk: uploadId,
});

type UploadId = Pick<Upload, 'key' | 'uploadId' | 'fileName'>;

const objectOf = ({ key, uploadId, fileName }: UploadId) => `uploads/${key}/${uploadId}/${fileName}`;

/** Stores who requested the URL: the same person cannot approve the file. */
export const createUpload = (upload: Upload, now: Date): Write => ({
  table: 'screening',
  put: {
    ...keyOf(upload.key, upload.uploadId),
    upload,
    expiresAtSeconds: Math.floor(addSeconds(now, STORED_SECONDS).getTime() / 1000),
  },
  when: 'absent',
});

/** An upload for the list; that of another list is none. */
export async function findUpload(store: Store, id: ListId, uploadId: string): Promise<Upload | undefined> {
  const row = await store.get('screening', keyOf(id, uploadId));
  const upload = row && Upload.parse(row.upload);
  return upload?.key === id ? upload : undefined;
}

export const uploadUrlFor = (upload: Upload) =>
  presignedUpload('lists', objectOf(upload), { sizeBytes: upload.sizeBytes, contentType: CONTENT_TYPE });

/** Undefined while no file has been uploaded. */
export const uploadedBytes = (upload: Upload) => sizeOfBlob('lists', objectOf(upload));

export const headOfUpload = async (upload: Upload, bytes: number): Promise<Buffer> =>
  (await getBlob('lists', objectOf(upload), { offset: 0, length: Math.min(bytes, upload.sizeBytes) })) ??
  Buffer.alloc(0);

/** False if no file has been uploaded. */
export async function saveUpload(upload: Upload, path: string): Promise<boolean> {
  const bytes = await streamBlob('lists', objectOf(upload));
  if (!bytes) return false;
  await pipeline(Readable.from(bytes), createWriteStream(path));
  return true;
}
