import { notFound } from '@assay/foundation';
import { endpoint } from '#shared/endpoint.ts';
import { presentAssurances } from '#shared/screening/assurance/present-assurance.ts';
import { readLimits } from '#shared/screening/repository/assurance-limits.ts';
import { readAssurance } from '#shared/screening/repository/assurances.ts';
import { assuranceRoutes } from '#shared/screening/routes/assurance.ts';

export const handler = endpoint(assuranceRoutes.readScreeningAssurance, async ({ store, caller, now }, { params }) => {
  const test = await readAssurance(store, caller, params.id);
  const limits = await readLimits(store, caller, params.id);
  const [shown] = await presentAssurances(store, caller, [test], now, limits);
  if (!shown) throw notFound('assurance');
  return shown;
});
