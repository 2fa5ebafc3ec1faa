import { type Scope, serviceCaller } from '#shared/platform/caller.ts';
import type { Context, WorkerContext } from '#shared/platform/context.ts';
import { commit } from '#shared/platform/store/commit.ts';
import type { SubscribersOf } from '#shared/platform/store/history.ts';
import { webhookEvent } from '../events.ts';
import { FAILING_DAYS_UNTIL_DISABLED, QUICK_MS, SLOW_MS } from '../limits.ts';
import { isSuccess, type Outcome } from '../outcome.ts';
import { changeActiveSet, changeSubscription, findSubscription, noteHealth } from '../repository/subscriptions.ts';
import { activeSubscribers } from '../subscribers.ts';
import type { Subscription } from '../subscription.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

type Health = Pick<Subscription, 'failingSince' | 'isSlow'>;

/**
 * Records what an attempt shows about its receiver. Only transitions are written: the first failure after a
 * success, the first success after failures, and changes between slow and fast.
 */
export async function noteOutcome(
  context: WorkerContext,
  scope: Scope,
  subscription: Subscription,
  outcome: Outcome,
): Promise<Subscription> {
  const { failingSince, isSlow } = subscription;
  const { latencyMs } = outcome;
  return note(context, scope, subscription, {
    failingSince: isSuccess(outcome) ? null : (failingSince ?? context.now.toISOString()),
    isSlow: latencyMs > SLOW_MS || (isSlow && !(isSuccess(outcome) && latencyMs < QUICK_MS)),
  });
}

/** Recorded while the attempt still waits for the receiver, so that later deliveries use the slow queue. */
export const noteSlow = (context: WorkerContext, scope: Scope, subscription: Subscription) =>
  note(context, scope, subscription, { failingSince: subscription.failingSince, isSlow: true });

async function note(
  { store }: WorkerContext,
  scope: Scope,
  subscription: Subscription,
  health: Health,
): Promise<Subscription> {
  const { failingSince, isSlow } = subscription;
  if (health.failingSince === failingSince && health.isSlow === isSlow) return subscription;
  // Fails if another worker has just recorded a transition, which is equally valid.
  await store.writeOne(noteHealth(scope, subscription, health));
  return { ...subscription, ...health };
}

/** Every delivery has failed for five days. */
export const isFailingTooLong = ({ status, failingSince }: Subscription, now: Date) =>
  status === 'active' &&
  failingSince !== null &&
  now.getTime() - Date.parse(failingSince) >= FAILING_DAYS_UNTIL_DISABLED * DAY_MS;

/** Disables a webhook that has failed for too long, unless its owner or receiver has just changed that. */
export async function disableFailing(worker: WorkerContext, scope: Scope, id: string): Promise<void> {
  const context: Context = { ...worker, caller: serviceCaller(scope, 'webhooks') };
  const disable = async () => {
    const subscription = await findSubscription(context.store, scope, id);
    if (!subscription || !isFailingTooLong(subscription, context.now)) return { writes: [], events: [], result: null };
    const reason = `Every delivery has failed since ${subscription.failingSince}.`;
    return {
      writes: [
        changeSubscription(scope, subscription, { status: 'disabled' }),
        ...(await changeActiveSet(context, { ...subscription, status: 'disabled' })),
      ],
      events: [webhookEvent('webhook.disabled', id, { reason })],
      result: null,
    };
  };
  // It is still in the active set until the commit.
  const othersOf =
    (subscribersOf: SubscribersOf): SubscribersOf =>
    (type) =>
      subscribersOf(type).filter((one) => one !== id);
  const subscribers = async () => othersOf(await activeSubscribers(context.store, scope));
  await commit(context, disable, { status: 200, subscribers });
}
