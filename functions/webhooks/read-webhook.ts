import { endpoint } from '#shared/endpoint.ts';
import { readSubscription } from '#shared/webhooks/repository/subscriptions.ts';
import { webhookRoutes } from '#shared/webhooks/routes.ts';
import { presentSubscription } from '#shared/webhooks/subscription.ts';

/** Reads a webhook, without its secret. */
export const handler = endpoint(webhookRoutes.readWebhook, async (context, { params }) =>
  presentSubscription(await readSubscription(context, params.id)),
);
