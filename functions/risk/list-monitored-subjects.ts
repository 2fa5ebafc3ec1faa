import { endpoint } from '#shared/endpoint.ts';
import { findMonitoredBy, listMonitoredBy } from '#shared/risk/repository/monitored-by.ts';
import { presentMonitored } from '#shared/risk/repository/monitoring.ts';
import { readPolicy } from '#shared/risk/repository/policies.ts';
import { monitoringRoutes } from '#shared/risk/routes/monitoring.ts';

/** Subjects that a policy version monitors, in order of their creation. */
export const handler = endpoint(monitoringRoutes.listMonitoredSubjects, async (context, { query }) => {
  const { store, caller } = context;
  const { policyVersionId, ...paging } = query;
  const policy = await readPolicy(context, policyVersionId);
  const page = await listMonitoredBy(store, caller, policy.id, paging);
  const monitored = await findMonitoredBy(store, caller, policy, page.items);
  return { ...page, items: monitored.map(presentMonitored) };
});
