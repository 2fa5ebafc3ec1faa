import { notFound } from '@assay/foundation';
import { endpoint } from '#shared/endpoint.ts';
import { findBatch } from '#shared/screening/repository/batches.ts';
import { batchRoutes } from '#shared/screening/routes/batches.ts';
import { presentBatches } from '#shared/screening/uploaded/present.ts';

export const handler = endpoint(batchRoutes.readScreeningBatch, async ({ store, caller, now }, { params }) => {
  const batch = await findBatch(store, caller, params.id);
  const [shown] = batch ? await presentBatches(store, caller, [batch], now) : [];
  if (!shown) throw notFound('batch');
  return shown;
});
