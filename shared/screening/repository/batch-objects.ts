import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import * as z from 'zod';
import { getBlob, presignedUpload, putBlob, removeBlob, removeBlobsBelow, sizeOfBlob } from '#shared/platform/blobs.ts';
import type { Scope } from '#shared/platform/caller.ts';
import { jobFileKey } from '#shared/platform/jobs/job-files.ts';
import { LookedBackRows } from '../look-backs/looked-back-row.ts';
import { BatchRows } from '../uploaded/batch-row.ts';
import { decrypt, encrypt } from '../uploaded/data-key.ts';
import { UploadedRow } from '../uploaded/read-row.ts';
import { rowsErased } from './batch-keys.ts';

/** Uploaded files as they were sent; removed once their rows are stored encrypted, and by the bucket after 7 days. */
const CONTENT_TYPE = 'application/octet-stream';

const uploadKey = (scope: Scope, uploadId: string) => `${jobFileKey(scope, uploadId)}.upload`;

export const batchUploadUrl = (scope: Scope, uploadId: string, sizeBytes: number) =>
  presignedUpload('exports', uploadKey(scope, uploadId), { sizeBytes, contentType: CONTENT_TYPE });

/** Undefined while no file has been uploaded. */
export const sizeOfUpload = (scope: Scope, uploadId: string) => sizeOfBlob('exports', uploadKey(scope, uploadId));

/** Undefined if the upload is gone. */
export const readUpload = (scope: Scope, uploadId: string, range: { offset: number; length: number }) =>
  getBlob('exports', uploadKey(scope, uploadId), range);

export const removeUpload = (scope: Scope, uploadId: string) => removeBlob('exports', uploadKey(scope, uploadId));

/** Chunks of a batch: its rows, and their results. Both are compressed, and encrypted with the key of the batch. */
const batchObjectsOf = ({ organizationId, mode }: Scope) => `batches/${organizationId}/${mode}/`;

/** A look-back is a part of its batch: nothing of it can be read once the batch is erased. */
type BatchPart = 'rows' | 'results' | `look-backs/${string}`;

const nameOf = (batchId: string, part: BatchPart, chunk: number) => `${batchId}/${part}/${chunk}`;

interface BatchObjects {
  scope: Scope;
  batchId: string;
  dataKey: Buffer;
}

export const putRows = (batch: BatchObjects, chunk: number, rows: readonly UploadedRow[]) =>
  put(batch, nameOf(batch.batchId, 'rows', chunk), rows);

export const putResults = (batch: BatchObjects, chunk: number, rows: BatchRows) =>
  put(batch, nameOf(batch.batchId, 'results', chunk), rows);

export const readRows = (batch: BatchObjects, chunk: number) =>
  read(batch, nameOf(batch.batchId, 'rows', chunk), UploadedRows);

export const readResults = (batch: BatchObjects, chunk: number) =>
  read(batch, nameOf(batch.batchId, 'results', chunk), BatchRows);

export const putLookedBack = (batch: BatchObjects, lookBackId: string, chunk: number, rows: LookedBackRows) =>
  put(batch, nameOf(batch.batchId, `look-backs/${lookBackId}`, chunk), rows);

export const readLookedBack = (batch: BatchObjects, lookBackId: string, chunk: number) =>
  read(batch, nameOf(batch.batchId, `look-backs/${lookBackId}`, chunk), LookedBackRows);

const UploadedRows = z.array(UploadedRow);
const [zip, unzip] = [promisify(gzip), promisify(gunzip)];

async function put({ scope, dataKey }: BatchObjects, name: string, rows: readonly unknown[]): Promise<void> {
  const bytes = await zip(JSON.stringify(rows));
  await putBlob('batches', batchObjectsOf(scope) + name, encrypt(dataKey, name, bytes));
}

async function read<Shape extends z.ZodType>(
  { scope, dataKey }: BatchObjects,
  name: string,
  shape: Shape,
): Promise<z.infer<Shape>> {
  const bytes = await getBlob('batches', batchObjectsOf(scope) + name);
  // Objects are not restored with the tables.
  if (!bytes) throw rowsErased();
  return shape.parse(JSON.parse((await unzip(decrypt(dataKey, name, bytes))).toString()));
}

/** All chunks of an organization and mode. */
export const removeBatchObjectsOf = (scope: Scope) => removeBlobsBelow('batches', batchObjectsOf(scope));
