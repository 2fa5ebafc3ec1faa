import { DueDelivery, deliverWebhook } from '#shared/webhooks/index.ts';
import { queueWorker } from '#shared/worker.ts';

/**
 * Queue worker: makes one attempt of a due delivery, records the outcome and schedules the next attempt.
 */
export const handler = queueWorker('deliverWebhook', DueDelivery, (context, message) =>
  deliverWebhook(context, message),
);
