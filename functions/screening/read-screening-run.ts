import { notFound } from '@assay/foundation';
import { endpoint } from '#shared/endpoint.ts';
import { findRun } from '#shared/screening/repository/runs.ts';
import { screeningRoutes } from '#shared/screening/routes.ts';

export const handler = endpoint(screeningRoutes.readScreeningRun, async ({ store, caller }, { params }) => {
  const found = await findRun(store, caller, params.id);
  if (!found) throw notFound('screening run');
  return found.stored.run;
});
