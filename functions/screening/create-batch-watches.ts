import { endpoint } from '#shared/endpoint.ts';
import { batchWatchRoutes } from '#shared/screening/routes/batch-watches.ts';
import { startBatchWatches } from '#shared/screening/watches/start-batch-watches.ts';

export const handler = endpoint(batchWatchRoutes.createBatchWatches, (context, { params }) =>
  startBatchWatches(context, params.id),
);
