import { endpoint } from '#shared/endpoint.ts';
import { spendWith } from '#shared/platform/rate-limit/spending.ts';
import { deliveryId } from '#shared/webhooks/delivery.ts';
import { webhookEvent } from '#shared/webhooks/events.ts';
import { readSubscription } from '#shared/webhooks/repository/subscriptions.ts';
import { webhookRoutes } from '#shared/webhooks/routes.ts';

/** Sends a test event to one webhook, regardless of its event selection. */
export const handler = endpoint(webhookRoutes.pingWebhook, async (context, { params }) => {
  const { id } = await readSubscription(context, params.id);
  // The only event of the row has its id.
  const eventId = context.newId();
  return {
    writes: await spendWith(context, 'pings'),
    events: [webhookEvent('webhook.ping', id, { to: [id] })],
    eventsRowId: eventId,
    result: { webhookId: id, status: 'sending' as const, eventId, deliveryId: deliveryId(eventId, id) },
  };
});
