import { endpoint } from '#shared/endpoint.ts';
import { webhookEvent } from '#shared/webhooks/events.ts';
import { changeActiveSet, changeSubscription, readSubscription } from '#shared/webhooks/repository/subscriptions.ts';
import { webhookRoutes } from '#shared/webhooks/routes.ts';

/** Deletes a webhook. Nothing more is sent, not even deliveries that were already enqueued. */
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
