import { endpoint } from '#shared/endpoint.ts';
import { currentMasterKey, secretRetired } from '#shared/identity/index.ts';
import { webhookEvent } from '#shared/webhooks/events.ts';
import { changeSubscription, readSubscription } from '#shared/webhooks/repository/subscriptions.ts';
import { webhookRoutes } from '#shared/webhooks/routes.ts';
import { rotated, secretOf } from '#shared/webhooks/secret.ts';
import { presentSubscription, type SubscriptionRecord } from '#shared/webhooks/subscription.ts';

interface Stored {
  record: SubscriptionRecord;
  secretVersion: number;
  masterKey?: number;
}

/** Creates a new secret. For a day deliveries carry both signatures, so that the receiver can switch. */
export const handler = endpoint<typeof webhookRoutes.rotateWebhookSecret, Stored>(
  webhookRoutes.rotateWebhookSecret,
  async (context, { params }) => {
    const before = await readSubscription(context, params.id);
    const secrets = rotated(before, context.now, await currentMasterKey());
    return {
      writes: [changeSubscription(context.caller, before, secrets)],
      events: [webhookEvent('webhook.secret_rotated', before.id)],
      result: {
        record: presentSubscription(before),
        secretVersion: secrets.secretVersion,
        masterKey: secrets.masterKey,
      },
    };
  },
  {
    reveal: async (_context, { record, secretVersion: version, masterKey }) => {
      const secret = await secretOf({ id: record.id, version, masterKey });
      if (secret === undefined) throw secretRetired();
      return { ...record, data: { ...record.data, secret } };
    },
  },
);
