import { endpoint } from '#shared/endpoint.ts';
import { addSeconds } from '#shared/platform/clock.ts';
import { webhookEvent } from '#shared/webhooks/events.ts';
import { SECRET_OVERLAP_SECONDS } from '#shared/webhooks/limits.ts';
import { changeSubscription, readSubscription } from '#shared/webhooks/repository/subscriptions.ts';
import { webhookRoutes } from '#shared/webhooks/routes.ts';
import { secretOf } from '#shared/webhooks/secret.ts';
import { presentSubscription } from '#shared/webhooks/subscription.ts';

/** A new secret. For a day deliveries carry both signatures, so that the receiver can change over. */
export const handler = endpoint(
  webhookRoutes.rotateWebhookSecret,
  async (context, { params }) => {
    const before = await readSubscription(context, params.id);
    const secretVersion = before.secretVersion + 1;
    const previousSecretUntil = addSeconds(context.now, SECRET_OVERLAP_SECONDS).toISOString();
    return {
      writes: [changeSubscription(context.caller, before, { secretVersion, previousSecretUntil })],
      events: [webhookEvent('webhook.secret_rotated', before.id)],
      result: { record: presentSubscription(before), secretVersion },
    };
  },
  {
    reveal: async ({ record, secretVersion }) => {
      const secret = await secretOf(record.id, secretVersion);
      return { ...record, data: { ...record.data, secret } };
    },
  },
);
