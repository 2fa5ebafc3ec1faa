import { notFound } from '@assay/foundation';
import { endpoint } from '#shared/endpoint.ts';
import { findBatch } from '#shared/screening/repository/batches.ts';
import { batchRoutes } from '#shared/screening/routes/batches.ts';

export const handler = endpoint(batchRoutes.readScreeningBatch, async ({ store, caller }, { params }) => {
  const batch = await findBatch(store, caller, params.id);
  if (!batch) throw notFound('batch');
  return batch;
});
