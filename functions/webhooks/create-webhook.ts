import { endpoint } from '#shared/endpoint.ts';
import { currentMasterKey, secretRetired } from '#shared/identity/index.ts';
import { assertDestination } from '#shared/webhooks/assert-destination.ts';
import { webhookEvent } from '#shared/webhooks/events.ts';
import { assertFilter, storedFilter } from '#shared/webhooks/filter.ts';
import { changeActiveSet, createSubscription } from '#shared/webhooks/repository/subscriptions.ts';
import { webhookRoutes } from '#shared/webhooks/routes.ts';
import { secretOf } from '#shared/webhooks/secret.ts';
import { presentSubscription, type Subscription, type SubscriptionRecord } from '#shared/webhooks/subscription.ts';

const FIRST_VERSION = 1;

/** Answers stored before there were several master keys contain the record alone. */
type Stored = SubscriptionRecord | { record: SubscriptionRecord; masterKey: number };

/** Creates a webhook. It receives events committed from now on; earlier events are not replayed. */
export const handler = endpoint<typeof webhookRoutes.createWebhook, Stored>(
  webhookRoutes.createWebhook,
  async (context, { body }) => {
    const filter = storedFilter(body.filter);
    assertFilter(body.events, filter);
    await assertDestination(body.url);

    const masterKey = await currentMasterKey();
    const subscription: Subscription = {
      id: context.newId(),
      url: body.url,
      events: body.events,
      mode: context.caller.mode,
      status: 'active',
      failingSince: null,
      createdAt: context.now.toISOString(),
      secretVersion: FIRST_VERSION,
      masterKey,
      retiredSecrets: [],
      isSlow: false,
      revision: 1,
      ...(filter && { filter }),
      ...(body.description !== undefined && { description: body.description }),
      ...(body.headers && { headers: body.headers }),
    };
    return {
      writes: [createSubscription(context.caller, subscription), ...(await changeActiveSet(context, subscription))],
      events: [webhookEvent('webhook.created', subscription.id)],
      result: { record: presentSubscription(subscription), masterKey },
    };
  },
  {
    reveal: async (_context, stored) => {
      const { record, masterKey } = 'record' in stored ? stored : { record: stored, masterKey: undefined };
      const secret = await secretOf({ id: record.id, version: FIRST_VERSION, masterKey });
      if (secret === undefined) throw secretRetired();
      return { ...record, data: { ...record.data, secret } };
    },
  },
);
