import {
  beginBlob,
  getBlob,
  joinParts,
  listBlobs,
  presignedGet,
  putBlob,
  putPart,
  removeBlob,
} from '#shared/platform/blobs.ts';
import type { Scope } from '#shared/platform/caller.ts';
import { jobFileKey, jobFilesOf } from '#shared/platform/jobs/job-files.ts';
import { JobFailure } from '#shared/platform/jobs/run-job.ts';
import type { ExportState } from './export.ts';
import { PART_BYTES, PARTS_PER_EXPORT } from './limits.ts';

/** Lines that did not fill a part when a worker ran out of time. */
const restKey = (scope: Scope, id: string) => `${jobFilesOf(scope)}${id}.rest`;

export const readRest = async (scope: Scope, id: string): Promise<Buffer> =>
  (await getBlob('exports', restKey(scope, id))) ?? Buffer.alloc(0);

export const putRest = (scope: Scope, id: string, lines: Buffer) => putBlob('exports', restKey(scope, id), lines);

export const isPartFull = (bytes: number) => bytes >= PART_BYTES;

type Parts = Pick<ExportState, 'upload' | 'tags'>;

/** Stores the next part. Repeating it from the same state stores the same part again. */
export async function addPart(scope: Scope, id: string, { upload, tags }: Parts, lines: Buffer): Promise<Parts> {
  if (tags.length >= PARTS_PER_EXPORT)
    throw new JobFailure('export_too_large', 'The file would be larger than 8 GB. Export a shorter time.');
  const key = jobFileKey(scope, id);
  const blob =
    upload === null ? await beginBlob('exports', key) : { bucket: 'exports' as const, key, uploadId: upload };
  return { upload: blob.uploadId, tags: [...tags, await putPart(blob, tags.length + 1, lines)] };
}

/** Joins the parts, or stores a file that has only one. */
export async function finishFile(scope: Scope, id: string, { upload, tags }: Parts, lines: Buffer): Promise<void> {
  const key = jobFileKey(scope, id);
  if (upload === null) return putBlob('exports', key, lines);
  const parts = lines.length > 0 ? await addPart(scope, id, { upload, tags }, lines) : { tags };
  await joinParts({ bucket: 'exports', key, uploadId: upload }, parts.tags);
}

export const downloadUrl = (scope: Scope, id: string, fileName: string) =>
  presignedGet('exports', jobFileKey(scope, id), `attachment; filename="${fileName}"`);

/** All files of an organization and mode. */
export async function* removeExportsOf(scope: Scope): AsyncGenerator<void> {
  for (;;) {
    const keys = await listBlobs('exports', jobFilesOf(scope));
    if (keys.length === 0) return;
    for (const key of keys) await removeBlob('exports', key);
    yield;
  }
}
