import { endpoint } from '#shared/endpoint.ts';
import { describeEventTypes } from '#shared/service/contract.ts';
import { webhookRoutes } from '#shared/webhooks/routes.ts';

/** All event types, in the order of the catalogue. */
export const handler = endpoint(webhookRoutes.listEventTypes, async () => ({ items: describeEventTypes() }));
