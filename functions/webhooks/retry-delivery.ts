import { conflict, notFound } from '@assay/foundation';
import { endpoint } from '#shared/endpoint.ts';
import { hint } from '#shared/platform/queue.ts';
import { presentDelivery } from '#shared/webhooks/delivery.ts';
import { webhookEvent } from '#shared/webhooks/events.ts';
import { dueMessage } from '#shared/webhooks/messages.ts';
import { deliveryKey, parseDelivery, reopenDelivery } from '#shared/webhooks/repository/deliveries.ts';
import { readSubscription } from '#shared/webhooks/repository/subscriptions.ts';
import { webhookRoutes } from '#shared/webhooks/routes.ts';

/** Sends one delivery again, whether it failed or the receiver lost it. */
export const handler = endpoint(webhookRoutes.retryDelivery, async (context, { params }) => {
  const { store, caller, now } = context;
  const { id: webhookId } = await readSubscription(context, params.id);
  const row = await store.get('webhooks', deliveryKey(caller, webhookId, params.deliveryId));
  const delivery = parseDelivery(row, params.deliveryId);

  if (!delivery) throw notFound('delivery');
  if (delivery.status === 'pending')
    throw conflict(
      'still_pending',
      'The delivery is pending. Use `POST /webhooks/{id}/recover` to attempt pending deliveries now.',
    );

  const nextAttemptAt = now.toISOString();
  return {
    writes: [reopenDelivery(caller, delivery, now)],
    events: [webhookEvent('webhook.delivery_retried', webhookId)],
    hints: [hint('deliveries', dueMessage(caller, delivery))],
    result: presentDelivery({ ...delivery, status: 'pending', nextAttemptAt }),
  };
});
