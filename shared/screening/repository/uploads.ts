import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import * as z from 'zod';
import { presignedPut, streamBlob } from '#shared/platform/blobs.ts';
import { ListKey } from '../lists/list.ts';

/** A published file that an operator hands in, for lists without an address and closed networks. */
export const Upload = z.object({
  key: ListKey,
  uploadId: z.uuid(),
  fileName: z.string().regex(/^[A-Za-z0-9][A-Za-z0-9_.-]{0,99}$/),
});
export type Upload = z.infer<typeof Upload>;

const objectOf = ({ key, uploadId, fileName }: Upload) => `uploads/${key}/${uploadId}/${fileName}`;

export const addressFor = (upload: Upload) => presignedPut('lists', objectOf(upload));

/** Whether anything was handed in. */
export async function saveUpload(upload: Upload, path: string): Promise<boolean> {
  const bytes = await streamBlob('lists', objectOf(upload));
  if (!bytes) return false;
  await pipeline(Readable.from(bytes), createWriteStream(path));
  return true;
}
