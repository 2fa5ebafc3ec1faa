import { endpoint } from '#shared/endpoint.ts';
import { openCursor, sealCursor } from '#shared/webhooks/cursor.ts';
import { presentPage } from '#shared/webhooks/delivery-page.ts';
import { deliveriesOf, listDeliveries } from '#shared/webhooks/repository/deliveries.ts';
import { readSubscription } from '#shared/webhooks/repository/subscriptions.ts';
import { webhookRoutes } from '#shared/webhooks/routes.ts';

/** Lists the deliveries of a webhook with their outcomes, newest first. */
export const handler = endpoint(
  webhookRoutes.listDeliveries,
  async (context, { params, query: { cursor, limit, status } }) => {
    const { id } = await readSubscription(context, params.id);
    const pk = deliveriesOf(context.caller, id);
    const list = `${pk}#${status ?? 'all'}`;
    const before = cursor === undefined ? undefined : await openCursor(list, cursor);

    const found = await listDeliveries(context.store, pk, {
      limit,
      ...(before !== undefined && { before }),
      ...(status !== undefined && { status }),
    });
    const { items, next } = presentPage(found.deliveries, found.next);
    return {
      items,
      nextCursor: next === null ? null : await sealCursor(list, next),
    };
  },
);
