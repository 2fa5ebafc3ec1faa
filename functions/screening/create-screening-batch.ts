import { commitPart } from '#shared/commit-part.ts';
import { endpoint } from '#shared/endpoint.ts';
import { batchRoutes } from '#shared/screening/routes/batches.ts';
import { createBatch } from '#shared/screening/use-cases/create-batch.ts';

/** Screens several subjects. Each run is a change of its own; the batch and its answer are the last. */
export const handler = endpoint(batchRoutes.createScreeningBatch, (context, { body }) =>
  createBatch(context, body, commitPart),
);
