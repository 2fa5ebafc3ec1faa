import { DueDelivery } from '#shared/webhooks/messages.ts';
import { deliverWebhook } from '#shared/webhooks/use-cases/deliver-webhook.ts';
import { queueWorker } from '#shared/worker.ts';

/** One due delivery from the queue: one attempt, its outcome recorded, the next attempt scheduled. */
export const handler = queueWorker('deliverWebhook', DueDelivery, (context, message) =>
  deliverWebhook(context, message),
);
