import { endpoint } from '#shared/endpoint.ts';
import { coverageFrom, coverageOf } from '#shared/screening/lists/coverage.ts';
import { coveredDays } from '#shared/screening/repository/attestations.ts';
import { attestationRoutes } from '#shared/screening/routes/attestations.ts';
import { requireList } from '#shared/screening/use-cases/require-list.ts';
import { lastSettledDay, refuseUnsettled } from '#shared/screening/use-cases/settled-days.ts';

export const handler = endpoint(attestationRoutes.readListCoverage, async (context, { params: { key }, query }) => {
  const { store, caller, now } = context;
  const { until = lastSettledDay(now) } = query;
  await requireList(context, key);
  refuseUnsettled(until, now);
  const range = { from: coverageFrom(until), until };
  return { key, ...range, days: coverageOf(key, range, await coveredDays(store, caller, range)) };
});
