import { endpoint } from '#shared/endpoint.ts';
import { allSettledFirstError } from '#shared/platform/all-settled-first-error.ts';
import { listMonitored, presentMonitored } from '#shared/risk/repository/monitoring.ts';
import { readSubject } from '#shared/risk/repository/subjects.ts';
import { monitoringRoutes } from '#shared/risk/routes/monitoring.ts';

/** Policies that monitor a subject, by policy key. */
export const handler = endpoint(monitoringRoutes.listMonitoring, async (context, { params: { id: subjectId } }) => {
  const [, monitored] = await allSettledFirstError([
    readSubject(context, subjectId),
    listMonitored(context.store, context.caller, subjectId),
  ]);
  return monitored.map(presentMonitored);
});
