import { endpoint } from '#shared/endpoint.ts';
import { spendWith } from '#shared/platform/rate-limit/spending.ts';
import { describeEventType } from '#shared/service/contract.ts';
import { deliveryId } from '#shared/webhooks/delivery.ts';
import type { EventType } from '#shared/webhooks/event-catalogue.ts';
import { webhookEvent } from '#shared/webhooks/events.ts';
import { readSubscription } from '#shared/webhooks/repository/subscriptions.ts';
import { webhookRoutes } from '#shared/webhooks/routes.ts';

/** Sends a test event to one webhook, regardless of its event selection. */
export const handler = endpoint(webhookRoutes.pingWebhook, async (context, { params, body }) => {
  const { id } = await readSubscription(context, params.id);
  // The only event of the row has its id.
  const eventId = context.newId();
  const sample = sampleOf(body?.event);
  return {
    writes: await spendWith(context, 'pings'),
    events: [webhookEvent('webhook.ping', id, { to: [id], ...(sample && { sample }) })],
    eventsRowId: eventId,
    result: { webhookId: id, status: 'sending' as const, eventId, deliveryId: deliveryId(eventId, id) },
  };
});

/** A ping is its own sample. */
function sampleOf(event: EventType | undefined) {
  if (event === undefined || event === 'webhook.ping') return undefined;
  const { data } = describeEventType(event).sample;
  return { event, data: data as Record<string, unknown> };
}
