import { endpoint } from '#shared/endpoint.ts';
import { readCounts } from '#shared/webhooks/repository/stats.ts';
import { readSubscription } from '#shared/webhooks/repository/subscriptions.ts';
import { webhookRoutes } from '#shared/webhooks/routes.ts';
import { lastHours, presentStats } from '#shared/webhooks/stats.ts';

/** Reads the attempts and response times of a webhook by hour. */
export const handler = endpoint(webhookRoutes.readWebhookStats, async (context, { params, query }) => {
  const { store, caller, now } = context;
  const { id } = await readSubscription(context, params.id);
  const hours = lastHours(now, query.hours);
  return presentStats(id, hours, await readCounts(store, caller, id, hours));
});
