import { endpoint } from '#shared/endpoint.ts';
import { placeAt, positionAt } from '#shared/platform/ids.ts';
import { hint } from '#shared/platform/queue.ts';
import { webhookEvent } from '#shared/webhooks/events.ts';
import { openRecovery } from '#shared/webhooks/repository/recoveries.ts';
import { readSubscription } from '#shared/webhooks/repository/subscriptions.ts';
import { webhookRoutes } from '#shared/webhooks/routes.ts';

/** Asks for everything again that failed for events since a time. A worker goes through it. */
export const handler = endpoint(webhookRoutes.recoverWebhook, async (context, { params, body }) => {
  const { caller, now, requestId } = context;
  const { id: webhookId } = await readSubscription(context, params.id);

  const since = new Date(Math.max(Date.parse(body.since), 0));
  const after = placeAt(Math.max(positionAt(since), 0)).place;
  const { organizationId, mode } = caller;
  return {
    writes: [openRecovery({ organizationId, mode }, { webhookId, after, requestId }, now)],
    events: [webhookEvent('webhook.recovery_requested', webhookId)],
    hints: [hint('recoveries', { organizationId, mode, webhookId })],
    result: { webhookId, since: since.toISOString(), status: 'recovering' as const },
  };
});
