import { notFound } from '@assay/foundation';
import type { Context } from '#shared/platform/context.ts';
import { findBatchKey, rowsErased } from '../repository/batch-keys.ts';
import { findBatch } from '../repository/batches.ts';
import type { StoredBatch, UploadSettings } from './stored-upload.ts';

/** A batch of an upload. Batches of items have no rows. */
export async function readUploaded(
  { store, caller }: Pick<Context, 'store' | 'caller'>,
  id: string,
): Promise<StoredBatch & { upload: UploadSettings }> {
  const batch = await findBatch(store, caller, id);
  if (!batch?.upload) throw notFound('batch');
  return { ...batch, upload: batch.upload };
}

/** A batch with the key of its rows. Refused once they have been erased. */
export async function openBatch(context: Pick<Context, 'store' | 'caller' | 'now'>, id: string) {
  const { store, caller, now } = context;
  const batch = await readUploaded(context, id);
  const dataKey = await findBatchKey(store, caller, id, now);
  if (!dataKey) throw rowsErased();
  return { ...batch, objects: { scope: caller, batchId: id, dataKey } };
}
export type OpenBatch = Awaited<ReturnType<typeof openBatch>>;
