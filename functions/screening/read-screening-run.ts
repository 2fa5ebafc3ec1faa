import { notFound } from '@assay/foundation';
import { endpoint } from '#shared/endpoint.ts';
import { findRun } from '#shared/screening/repository/runs.ts';
import { runRoutes } from '#shared/screening/routes/runs.ts';

export const handler = endpoint(runRoutes.readScreeningRun, async ({ store, caller }, { params }) => {
  const found = await findRun(store, caller, params.id);
  if (!found) throw notFound('screening run');
  return found.stored.run;
});
