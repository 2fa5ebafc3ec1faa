import { DueDelivery } from '#shared/webhooks/messages.ts';
import { deliverWebhook } from '#shared/webhooks/use-cases/deliver-webhook.ts';
import { queueWorker } from '#shared/worker.ts';

/** Queue worker for receivers that failed or were slow, with its own queue and concurrency. */
export const handler = queueWorker('deliverSlowWebhook', DueDelivery, (context, message) =>
  deliverWebhook(context, message, { lane: 'slowDeliveries' }),
);
