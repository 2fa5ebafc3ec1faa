import { notFound } from '@assay/foundation';
import { endpoint } from '#shared/endpoint.ts';
import { presentQuality } from '#shared/risk/policy-quality.ts';
import { latestVersion } from '#shared/risk/repository/policies.ts';
import { readQualityDays } from '#shared/risk/repository/policy-counters.ts';
import { statisticsRoutes } from '#shared/risk/routes/statistics.ts';
import { daysAsked } from '#shared/risk/worklist-overview.ts';

/** From counters: it costs the same whatever they have counted. */
export const handler = endpoint(statisticsRoutes.readPolicyQuality, async (context, { params, query }) => {
  const { store, caller, now } = context;
  const asked = daysAsked({ from: query.since, to: query.until }, now, { from: 'since', to: 'until' });
  const [version, counted] = await Promise.all([
    latestVersion(context, params.key),
    readQualityDays(store, caller, params.key, asked),
  ]);
  if (version === 0) throw notFound('policy');
  return presentQuality(params.key, asked, counted);
});
