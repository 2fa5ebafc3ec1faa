import { endpoint } from '#shared/endpoint.ts';
import { openCursor, sealCursor } from '#shared/webhooks/cursor.ts';
import { deliveriesOf } from '#shared/webhooks/repository/deliveries.ts';
import { readSubscription } from '#shared/webhooks/repository/subscriptions.ts';
import { webhookRoutes } from '#shared/webhooks/routes.ts';
import { searchDeliveries } from '#shared/webhooks/use-cases/search-deliveries.ts';

/** Lists the deliveries of a webhook with their outcomes, newest first. */
export const handler = endpoint(
  webhookRoutes.listDeliveries,
  async (context, { params, query: { cursor, limit, ...filters } }) => {
    const { id: webhookId } = await readSubscription(context, params.id);
    const { status, event, eventId, subjectId, since, until } = filters;
    const others = [event, eventId, subjectId, since, until];
    const isSearch = others.some((one) => one !== undefined);
    const list = `${deliveriesOf(context.caller, webhookId)}#${status ?? 'all'}${isSearch ? JSON.stringify(others) : ''}`;
    const before = cursor === undefined ? undefined : await openCursor(list, cursor);
    const { items, next } = await searchDeliveries(context, { webhookId, limit, before, ...filters });
    return { items, nextCursor: next === null ? null : await sealCursor(list, next) };
  },
);
