import { endpoint } from '#shared/endpoint.ts';
import { allSettledFirstError } from '#shared/platform/all-settled-first-error.ts';
import { noticesOf } from '#shared/risk/policy-notice.ts';
import { listMonitored, presentMonitored } from '#shared/risk/repository/monitoring.ts';
import { findPolicies, numbersInForce } from '#shared/risk/repository/policies.ts';
import { readSubject } from '#shared/risk/repository/subjects.ts';
import { monitoringRoutes } from '#shared/risk/routes/monitoring.ts';

/** Policies that monitor a subject, by policy key. */
export const handler = endpoint(monitoringRoutes.listMonitoring, async (context, { params: { id: subjectId } }) => {
  const [, monitored] = await allSettledFirstError([
    readSubject(context, subjectId),
    listMonitored(context.store, context.caller, subjectId),
  ]);
  const enabled = monitored.filter((one) => one.enabled);
  const ids = enabled.map(({ policyVersionId }) => policyVersionId);
  const keys = enabled.map(({ policyKey }) => policyKey);
  const [versions, inForce] = await allSettledFirstError([findPolicies(context, ids), numbersInForce(context, keys)]);
  // Its next check pauses it. Until then it is shown as what it is.
  const isRetired = (id: string) => versions.get(id)?.data.retiredAt !== undefined;
  const paused = { enabled: false, pausedReason: 'policy_retired' as const, nextCheckAt: null };
  return monitored.map((one) => {
    if (isRetired(one.policyVersionId)) return presentMonitored({ ...one, ...paused });
    const { data, ...record } = presentMonitored(one);
    const version = versions.get(one.policyVersionId)?.data.version;
    return { ...record, data: { ...data, ...noticesOf(version, inForce.get(one.policyKey)) } };
  });
});
