import { endpoint } from '#shared/endpoint.ts';
import { webhookEvent } from '#shared/webhooks/events.ts';
import { changeSubscription, readSubscription } from '#shared/webhooks/repository/subscriptions.ts';
import { webhookRoutes } from '#shared/webhooks/routes.ts';
import { rotated, secretOf } from '#shared/webhooks/secret.ts';
import { presentSubscription } from '#shared/webhooks/subscription.ts';

/** A new secret. For a day deliveries carry both signatures, so that the receiver can change over. */
export const handler = endpoint(
  webhookRoutes.rotateWebhookSecret,
  async (context, { params }) => {
    const before = await readSubscription(context, params.id);
    const secrets = rotated(before, context.now);
    return {
      writes: [changeSubscription(context.caller, before, secrets)],
      events: [webhookEvent('webhook.secret_rotated', before.id)],
      result: { record: presentSubscription(before), secretVersion: secrets.secretVersion },
    };
  },
  {
    reveal: async ({ record, secretVersion }) => {
      const secret = await secretOf(record.id, secretVersion);
      return { ...record, data: { ...record.data, secret } };
    },
  },
);
