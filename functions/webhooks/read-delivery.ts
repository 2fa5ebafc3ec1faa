import { notFound } from '@assay/foundation';
import { endpoint } from '#shared/endpoint.ts';
import { presentDeliveryDetail } from '#shared/webhooks/delivery.ts';
import { deliveryKey, parseDelivery } from '#shared/webhooks/repository/deliveries.ts';
import { readSubscription } from '#shared/webhooks/repository/subscriptions.ts';
import { webhookRoutes } from '#shared/webhooks/routes.ts';

/** One delivery with what is sent. */
export const handler = endpoint(webhookRoutes.readDelivery, async (context, { params }) => {
  const { store, caller } = context;
  const { id: webhookId } = await readSubscription(context, params.id);
  const row = await store.get('webhooks', deliveryKey(caller, webhookId, params.deliveryId));
  const delivery = parseDelivery(row, params.deliveryId);
  if (!delivery) throw notFound('delivery');
  return presentDeliveryDetail(delivery);
});
