import { endpoint } from '#shared/endpoint.ts';
import { listSubscriptions } from '#shared/webhooks/repository/subscriptions.ts';
import { webhookRoutes } from '#shared/webhooks/routes.ts';

/** Lists the webhooks of a mode in order of creation. */
export const handler = endpoint(webhookRoutes.listWebhooks, (context, { query }) => listSubscriptions(context, query));
