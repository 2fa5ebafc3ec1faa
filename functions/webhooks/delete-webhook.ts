import { endpoint } from '#shared/endpoint.ts';
import { webhookEvent } from '#shared/webhooks/events.ts';
import {
  changeActiveSet,
  changeSubscription,
  readSubscription,
} from '#shared/webhooks/repository/subscriptions.ts';
import { webhookRoutes } from '#shared/webhooks/routes.ts';

/** Ends a subscription: nothing more is sent, not even what was already on its way. */
export const handler = endpoint(webhookRoutes.deleteWebhook, async (context, { params }) => {
  const before = await readSubscription(context, params.id);
  return {
    writes: [
      changeSubscription(context.caller, before, { status: 'deleted' }),
      ...(await changeActiveSet(context, { ...before, status: 'deleted' })),
    ],
    events: [webhookEvent('webhook.deleted', before.id)],
    result: undefined,
  };
});
