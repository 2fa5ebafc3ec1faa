import { endpoint } from '#shared/endpoint.ts';
import { assertDestination } from '#shared/webhooks/destination/assert-destination.ts';
import { webhookEvent } from '#shared/webhooks/events.ts';
import {
  changeActiveSet,
  changeSubscription,
  readSubscription,
} from '#shared/webhooks/repository/subscriptions.ts';
import { webhookRoutes } from '#shared/webhooks/routes.ts';
import { presentSubscription } from '#shared/webhooks/subscription.ts';

/** Changes a subscription. Turning one on again forgets that its receiver had failed. */
export const handler = endpoint(webhookRoutes.updateWebhook, async (context, { params, body }) => {
  const before = await readSubscription(context, params.id);

  if (body.url !== undefined) await assertDestination(body.url);

  const status = body.status ?? before.status;
  const isResumed = status === 'active' && before.status !== 'active';
  const after = {
    ...before,
    url: body.url ?? before.url,
    events: body.events ?? before.events,
    status,
    failingSince: isResumed ? null : before.failingSince,
  };
  const { url, events, failingSince } = after;
  return {
    writes: [
      changeSubscription(context.caller, before, { url, events, status, failingSince }),
      await changeActiveSet(context, after),
    ],
    events: [webhookEvent('webhook.updated', before.id)],
    result: presentSubscription(after),
  };
});
