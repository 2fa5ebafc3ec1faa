import { endpoint } from '#shared/endpoint.ts';
import { assertDestination } from '#shared/webhooks/destination/assert-destination.ts';
import { webhookEvent } from '#shared/webhooks/events.ts';
import { changeActiveSet, createSubscription } from '#shared/webhooks/repository/subscriptions.ts';
import { webhookRoutes } from '#shared/webhooks/routes.ts';
import { secretOf } from '#shared/webhooks/secret.ts';
import { presentSubscription, type Subscription } from '#shared/webhooks/subscription.ts';

const FIRST_VERSION = 1;

/** Subscribes a URL to events. It hears of what commits from now on; nothing is replayed. */
export const handler = endpoint(
  webhookRoutes.createWebhook,
  async (context, { body }) => {
    await assertDestination(body.url);

    const subscription: Subscription = {
      id: context.newId(),
      url: body.url,
      events: body.events,
      mode: context.caller.mode,
      status: 'active',
      failingSince: null,
      createdAt: context.now.toISOString(),
      secretVersion: FIRST_VERSION,
      retiredSecrets: [],
      isSlow: false,
      revision: 1,
    };
    return {
      writes: [
        createSubscription(context.caller, subscription),
        ...(await changeActiveSet(context, subscription)),
      ],
      events: [webhookEvent('webhook.created', subscription.id)],
      result: presentSubscription(subscription),
    };
  },
  {
    reveal: async (record) => {
      const secret = await secretOf(record.id, FIRST_VERSION);
      return { ...record, data: { ...record.data, secret } };
    },
  },
);
