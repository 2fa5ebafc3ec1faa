import { endpoint } from '#shared/endpoint.ts';
import { listReviews } from '#shared/risk/repository/review-calendar.ts';
import { reviewStatus } from '#shared/risk/review-calendar.ts';
import { monitoringRoutes } from '#shared/risk/routes/monitoring.ts';

/** The calendar of reviews, earliest first. */
export const handler = endpoint(monitoringRoutes.listReviews, async ({ store, caller, now }, { query }) => {
  const { until, overdue, band, cursor } = query;
  const { items, nextCursor } = await listReviews(store, caller, {
    ...(cursor !== undefined && { cursor }),
    ...(until !== undefined && { until: new Date(until).toISOString() }),
    isWanted: (entry) =>
      (band === undefined || entry.band === band) &&
      (overdue === undefined || (reviewStatus(entry, now) === 'overdue') === (overdue === 'true')),
  });
  return { items: items.map((entry) => ({ ...entry, status: reviewStatus(entry, now) })), nextCursor };
});
