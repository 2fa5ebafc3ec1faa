import { DueDelivery, deliverWebhook } from '#shared/webhooks/index.ts';
import { queueWorker } from '#shared/worker.ts';

/** Queue worker for receivers that failed or were slow, with its own queue and concurrency. */
export const handler = queueWorker('deliverSlowWebhook', DueDelivery, (context, message) =>
  deliverWebhook(context, message, { lane: 'slowDeliveries' }),
);
