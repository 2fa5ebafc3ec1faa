import { endpoint } from '#shared/endpoint.ts';
import { batchRoutes } from '#shared/screening/routes/batches.ts';
import { listResults } from '#shared/screening/uploaded/result-rows.ts';

export const handler = endpoint(batchRoutes.listScreeningBatchRows, (context, { params, query }) =>
  listResults(context, params.id, query),
);
