import { commitPart } from '#shared/commit-part.ts';
import { endpoint } from '#shared/endpoint.ts';
import { batchRoutes } from '#shared/screening/routes/batches.ts';
import { createBatchOfFailedRows, createUploadedBatch } from '#shared/screening/uploaded/create-uploaded-batch.ts';
import { createBatch } from '#shared/screening/use-cases/create-batch.ts';

/**
 * Screens several subjects. Each run is a change of its own; the batch and its answer are the last. The rows of an upload are
 * screened by a job.
 */
export const handler = endpoint(batchRoutes.createScreeningBatch, (context, { body }) => {
  const { uploadId, failedRowsOf } = body;
  if (uploadId !== undefined) return createUploadedBatch(context, { ...body, uploadId });
  if (failedRowsOf !== undefined) return createBatchOfFailedRows(context, { ...body, failedRowsOf });
  const { format: _f, columns: _c, mapping: _m, keepRowsDays: _k, items = [], ...asked } = body;
  return createBatch(context, { ...asked, items }, commitPart);
});
