import { conflict } from '@assay/foundation';
import { endpoint } from '#shared/endpoint.ts';
import { batchErased } from '#shared/screening/events.ts';
import { removeBatchKey } from '#shared/screening/repository/batch-keys.ts';
import { batchRoutes } from '#shared/screening/routes/batches.ts';
import { readUploaded } from '#shared/screening/uploaded/open-batch.ts';

/** Objects without their key are deleted by the bucket. */
export const handler = endpoint(batchRoutes.eraseScreeningBatchRows, async (context, { params: { id } }) => {
  const { upload } = await readUploaded(context, id);
  if (!upload.ended) throw conflict('batch_running', 'The batch has not ended. Cancel it first.');
  return { writes: [removeBatchKey(context.caller, id)], events: [batchErased(id)], result: undefined };
});
