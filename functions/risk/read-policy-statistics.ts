import { notFound } from '@assay/foundation';
import { endpoint } from '#shared/endpoint.ts';
import { presentStatistics } from '#shared/risk/policy-statistics.ts';
import { latestVersion } from '#shared/risk/repository/policies.ts';
import { readNowCounters, readPolicyDays } from '#shared/risk/repository/policy-counters.ts';
import { statisticsRoutes } from '#shared/risk/routes/statistics.ts';
import { daysAsked } from '#shared/risk/worklist-overview.ts';

/** From counters: it costs the same whatever they have counted. */
export const handler = endpoint(statisticsRoutes.readPolicyStatistics, async (context, { params, query }) => {
  const { store, caller, now } = context;
  const asked = daysAsked(query, now);
  const [version, current, days] = await Promise.all([
    latestVersion(context, params.key),
    readNowCounters(store, caller, params.key),
    readPolicyDays(store, caller, params.key, asked),
  ]);
  if (version === 0) throw notFound('policy');
  return presentStatistics(params.key, asked, [...current.values()].flat(), days);
});
