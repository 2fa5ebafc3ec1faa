import type { Caller, Scope } from '#shared/platform/caller.ts';
import type { Context } from '#shared/platform/context.ts';
import { commit } from '#shared/platform/store/commit.ts';
import type { WorkerContext } from '#shared/worker.ts';
import { webhookEvent } from '../events.ts';
import { FAILING_DAYS_UNTIL_DISABLED } from '../limits.ts';
import {
  changeActiveSet,
  changeSubscription,
  noteHealth,
  readSubscription,
} from '../repository/subscriptions.ts';
import type { Subscription } from '../subscription.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * What an attempt tells of its receiver. Only a change of fortune is written down: the first failure
 * after a success, and the first success after failures. Five days of nothing but failures end the
 * subscription.
 */
export async function noteOutcome(
  context: WorkerContext,
  scope: Scope,
  subscription: Subscription,
  isSuccess: boolean,
): Promise<Subscription> {
  const { store, now } = context;
  const { failingSince } = subscription;
  if (isSuccess && failingSince === null) return subscription;
  if (!isSuccess && failingSince !== null) {
    const failingMs = now.getTime() - Date.parse(failingSince);
    if (failingMs >= FAILING_DAYS_UNTIL_DISABLED * DAY_MS)
      await disable(context, scope, subscription.id);
    return subscription;
  }
  const since = isSuccess ? null : now.toISOString();
  await store.writeOne(noteHealth(scope, subscription, since));
  return { ...subscription, failingSince: since };
}

async function disable(worker: WorkerContext, scope: Scope, id: string): Promise<void> {
  const caller: Caller = { ...scope, kind: 'service', id: 'webhooks', role: 'client' };
  const context: Context = { ...worker, caller };
  await commit(
    context,
    async () => {
      const subscription = await readSubscription(context, id);
      if (subscription.status === 'disabled') return { writes: [], events: [], result: null };
      const reason = `Every delivery has failed since ${subscription.failingSince}.`;
      return {
        writes: [
          changeSubscription(scope, subscription, { status: 'disabled' }),
          await changeActiveSet(context, { ...subscription, status: 'disabled' }),
        ],
        events: [webhookEvent('webhook.disabled', id, { reason })],
        result: null,
      };
    },
    { status: 200, subscribers: async () => () => [] },
  );
}
