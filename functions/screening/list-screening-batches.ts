import { endpoint } from '#shared/endpoint.ts';
import { listBatches } from '#shared/screening/repository/batches.ts';
import { batchRoutes } from '#shared/screening/routes/batches.ts';

export const handler = endpoint(batchRoutes.listScreeningBatches, ({ store, caller }, { query: { offset } }) =>
  listBatches(store, caller, offset),
);
