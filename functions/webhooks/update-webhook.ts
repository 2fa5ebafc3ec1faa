import { endpoint } from '#shared/endpoint.ts';
import { assertDestination } from '#shared/webhooks/assert-destination.ts';
import { webhookEvent } from '#shared/webhooks/events.ts';
import { assertFilter, storedFilter } from '#shared/webhooks/filter.ts';
import { changeActiveSet, changeSubscription, readSubscription } from '#shared/webhooks/repository/subscriptions.ts';
import { webhookRoutes } from '#shared/webhooks/routes.ts';
import { presentSubscription } from '#shared/webhooks/subscription.ts';

/** Updates a webhook. Reactivating it or changing its URL clears its failures. */
export const handler = endpoint(webhookRoutes.updateWebhook, async (context, { params, body }) => {
  const before = await readSubscription(context, params.id);

  if (body.url !== undefined) await assertDestination(body.url);

  const { url = before.url, events = before.events, status = before.status } = body;
  const filter = body.filter === undefined ? before.filter : storedFilter(body.filter ?? {});
  assertFilter(events, filter);
  const isResumed = status === 'active' && before.status !== 'active';
  const isFresh = isResumed || url !== before.url;
  // What failed before is sent again once a delivery succeeds.
  const resendSince = before.resendSince ?? before.failingSince;
  const set = {
    url,
    events,
    status,
    ...(filter && { filter }),
    // An empty text stands for none.
    ...(body.description !== undefined && { description: body.description ?? '' }),
    ...(body.headers && { headers: body.headers }),
    ...(isFresh && { failingSince: null, isSlow: false, ...(resendSince !== null && { resendSince }) }),
  };
  const after = { ...before, ...set };
  return {
    writes: [changeSubscription(context.caller, before, set), ...(await changeActiveSet(context, after))],
    events: [webhookEvent('webhook.updated', before.id)],
    result: presentSubscription(after),
  };
});
