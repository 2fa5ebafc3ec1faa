import { type Scope, serviceCaller } from '#shared/platform/caller.ts';
import { addSeconds } from '#shared/platform/clock.ts';
import type { Context, WorkerContext } from '#shared/platform/context.ts';
import { placeAt, positionAt } from '#shared/platform/ids.ts';
import { commit } from '#shared/platform/store/commit.ts';
import type { SubscribersOf } from '#shared/platform/store/history.ts';
import { type Store, TransactionRefused, type Write } from '#shared/platform/store/store.ts';
import { webhookEvent } from '../events.ts';
import {
  FAILING_DAYS_UNTIL_DISABLED,
  FAILING_SECONDS_UNTIL_ALERT,
  FAILING_SECONDS_UNTIL_RESEND,
  QUICK_MS,
  RESEND_MARGIN_SECONDS,
  SLOW_MS,
} from '../limits.ts';
import { isSuccess, type Outcome } from '../outcome.ts';
import { openAlert } from '../repository/alerts.ts';
import { openResend } from '../repository/resends.ts';
import { changeActiveSet, changeSubscription, findSubscription, noteHealth } from '../repository/subscriptions.ts';
import { activeSubscribers } from '../subscribers.ts';
import type { Subscription } from '../subscription.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

type Health = Pick<Subscription, 'failingSince' | 'isSlow'>;

/**
 * Records what an attempt shows about its receiver. Only transitions are written: the first failure after a
 * success, the first success after failures, and changes between slow and fast. With the first failure an alert is
 * prepared for the case that it lasts; with the first success, what failed meanwhile is sent again.
 */
export async function noteOutcome(
  context: WorkerContext,
  scope: Scope,
  subscription: Subscription,
  outcome: Outcome,
): Promise<Subscription> {
  const { store, now } = context;
  const { id: webhookId, failingSince, isSlow, resendSince } = subscription;
  const { latencyMs } = outcome;
  const health = {
    failingSince: isSuccess(outcome) ? null : (failingSince ?? now.toISOString()),
    isSlow: latencyMs > SLOW_MS || (isSlow && !(isSuccess(outcome) && latencyMs < QUICK_MS)),
  };
  const failedSince = resendSince ?? failingSince;
  if (isSuccess(outcome) && failedSince !== null) {
    const writes = [
      noteHealth(scope, subscription, health, ['resendSince']),
      ...resendWrites(context, scope, webhookId, failedSince),
    ];
    await writeTogether(context, writes);
  } else if (failingSince === null && health.failingSince !== null) {
    const at = addSeconds(now, FAILING_SECONDS_UNTIL_ALERT);
    const alert = openAlert(scope, { webhookId, alert: 'failing', since: health.failingSince }, at);
    await writeTogether(context, [noteHealth(scope, subscription, health), alert]);
  } else return note(store, scope, subscription, health);
  const { resendSince: _ended, ...known } = subscription;
  return { ...(isSuccess(outcome) ? known : subscription), ...health };
}

/** After a short series of failures there is nothing to send again, unless a change of the webhook came between. */
function resendWrites(
  { now, requestId }: WorkerContext,
  scope: Scope,
  webhookId: string,
  failedSince: string,
): Write[] {
  const lastedMs = now.getTime() - Date.parse(failedSince);
  if (lastedMs < FAILING_SECONDS_UNTIL_RESEND * 1000) return [];
  const from = addSeconds(new Date(failedSince), -RESEND_MARGIN_SECONDS);
  const after = placeAt(Math.max(positionAt(from), 0)).place;
  return [openResend(scope, { webhookId, requestId, failedSince, after }, now)];
}

/** Fails if another worker has just recorded a transition, which is equally valid. */
async function writeTogether({ store, newId }: WorkerContext, writes: readonly Write[]): Promise<void> {
  const [only, ...others] = writes;
  if (only && others.length === 0) return void (await store.writeOne(only));
  try {
    await store.transact(writes, newId());
  } catch (error) {
    if (!(error instanceof TransactionRefused)) throw error;
  }
}

/** Recorded while the attempt still waits for the receiver, so that later deliveries use the slow queue. */
export const noteSlow = ({ store }: WorkerContext, scope: Scope, subscription: Subscription) =>
  note(store, scope, subscription, { failingSince: subscription.failingSince, isSlow: true });

async function note(store: Store, scope: Scope, subscription: Subscription, health: Health): Promise<Subscription> {
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

/** Why a webhook is to be disabled; undefined if it is not. */
type Fault = (subscription: Subscription) => string | undefined;

/** Every delivery has failed for too long, unless its owner or receiver has just changed that. */
export const disableFailing = (worker: WorkerContext, scope: Scope, id: string): Promise<void> =>
  disable(worker, scope, id, (subscription) =>
    isFailingTooLong(subscription, worker.now)
      ? `Every delivery has failed since ${subscription.failingSince}.`
      : undefined,
  );

/** The receiver answered that it is gone for good, unless the URL has changed since. */
export const disableGone = (worker: WorkerContext, scope: Scope, { id, url }: Subscription): Promise<void> =>
  disable(worker, scope, id, ({ status, url: now }) =>
    status === 'active' && now === url ? 'The receiver answered 410 Gone.' : undefined,
  );

async function disable(worker: WorkerContext, scope: Scope, id: string, faultOf: Fault): Promise<void> {
  const context: Context = { ...worker, caller: serviceCaller(scope, 'webhooks') };
  const { now } = context;
  const change = async () => {
    const subscription = await findSubscription(context.store, scope, id);
    const reason = subscription && faultOf(subscription);
    if (!subscription || !reason) return { writes: [], events: [], result: null };
    const since = subscription.failingSince ?? now.toISOString();
    return {
      writes: [
        changeSubscription(scope, subscription, { status: 'disabled' }),
        ...(await changeActiveSet(context, { ...subscription, status: 'disabled' })),
        openAlert(scope, { webhookId: id, alert: 'disabled', since }, now),
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
  await commit(context, change, { status: 200, subscribers });
}
