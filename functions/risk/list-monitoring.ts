import { endpoint } from '#shared/endpoint.ts';
import { allSettledFirstError } from '#shared/platform/all-settled-first-error.ts';
import { listMonitored, presentMonitored } from '#shared/risk/repository/monitoring.ts';
import { findPolicies } from '#shared/risk/repository/policies.ts';
import { readSubject } from '#shared/risk/repository/subjects.ts';
import { monitoringRoutes } from '#shared/risk/routes/monitoring.ts';

/** Policies that monitor a subject, by policy key. */
export const handler = endpoint(monitoringRoutes.listMonitoring, async (context, { params: { id: subjectId } }) => {
  const [, monitored] = await allSettledFirstError([
    readSubject(context, subjectId),
    listMonitored(context.store, context.caller, subjectId),
  ]);
  const versions = await findPolicies(
    context,
    monitored.filter(({ enabled }) => enabled).map(({ policyVersionId }) => policyVersionId),
  );
  // Its next check pauses it. Until then it is shown as what it is.
  const isRetired = (id: string) => versions.get(id)?.data.retiredAt !== undefined;
  const paused = { enabled: false, pausedReason: 'policy_retired' as const, nextCheckAt: null };
  return monitored.map((one) => presentMonitored(isRetired(one.policyVersionId) ? { ...one, ...paused } : one));
});
