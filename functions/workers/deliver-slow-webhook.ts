import { DueDelivery } from '#shared/webhooks/messages.ts';
import { deliverWebhook } from '#shared/webhooks/use-cases/deliver-webhook.ts';
import { queueWorker } from '#shared/worker.ts';

/** The same work for receivers that failed or were slow, with a queue and workers of its own. */
export const handler = queueWorker('deliverSlowWebhook', DueDelivery, (context, message) =>
  deliverWebhook(context, message, { lane: 'slowDeliveries' }),
);
