import { addSeconds } from '#shared/platform/clock.ts';
import { mayCallThisMachine } from '#shared/platform/environment.ts';
import { logAttempt } from '#shared/platform/log.ts';
import { keyIn } from '#shared/platform/store/collection.ts';
import type { WorkerContext } from '#shared/worker.ts';
import type { Attempt, Delivery } from '../delivery.ts';
import { type Resolve, resolveWithDns } from '../destination/resolve-destination.ts';
import { ATTEMPTS_KEPT, LEASE_SECONDS } from '../limits.ts';
import { askForDeliveries, type DueDelivery, dueMessage, laneOf } from '../messages.ts';
import {
  deliveryKey,
  leaseDelivery,
  parseDelivery,
  recordOutcome,
} from '../repository/deliveries.ts';
import { parseSubscription, subscriptionsOf } from '../repository/subscriptions.ts';
import { parseRetryAfter, secondsUntilNext } from '../retry-schedule.ts';
import { signingSecrets } from '../secret.ts';
import { isSuccess, type Outcome, sendAttempt } from '../send-attempt.ts';
import { deliveryHeaders } from '../signature.ts';
import type { Subscription } from '../subscription.ts';
import { noteOutcome } from './note-outcome.ts';

/**
 * One attempt at one delivery. The message is only a hint: the row says whether an attempt is due, and
 * the lease lets one worker make it. A worker that takes longer than its lease cannot record what it
 * did; the receiver may then get the event twice, with the same id.
 */
export async function deliverWebhook(
  context: WorkerContext,
  message: DueDelivery,
  resolve: Resolve = resolveWithDns,
): Promise<void> {
  const { store, now } = context;
  const [delivery, subscription] = await readBoth(context, message);
  if (!delivery || !isDue(delivery, now)) return;

  const lease = `${addSeconds(now, LEASE_SECONDS).toISOString()} ${context.newId()}`;
  const until = addSeconds(now, LEASE_SECONDS);
  if (!(await store.writeOne(leaseDelivery(message, delivery, { lease, until })))) return;

  const outcome = await attempt(delivery, subscription, { now, resolve });
  const finishedAt = new Date(now.getTime() + outcome.latencyMs);
  const after = afterAttempt(delivery, outcome, { now, finishedAt });
  logAttempt({ deliveryId: delivery.id, attempt: after.attemptsInRound, ...outcome });
  if (!(await store.writeOne(recordOutcome(message, delivery, lease, after)))) return;

  if (subscription?.status !== 'active') return;
  const noted = await noteOutcome(context, message, subscription, isSuccess(outcome));
  if (after.nextAttemptAt === null) return;
  const delaySeconds = Math.ceil((Date.parse(after.nextAttemptAt) - finishedAt.getTime()) / 1000);
  await askForDeliveries(laneOf(noted), [dueMessage(message, delivery)], delaySeconds);
}

async function readBoth(
  { store }: WorkerContext,
  message: DueDelivery,
): Promise<[Delivery | undefined, Subscription | undefined]> {
  const { webhookId, deliveryId: id } = message;
  const subscriptions = subscriptionsOf(message);
  const [delivery, subscription] = await store.getMany([
    { table: 'webhooks', key: deliveryKey(message, webhookId, id) },
    { table: 'webhooks', key: keyIn(subscriptions, webhookId) },
  ]);
  return [parseDelivery(delivery, id), parseSubscription(subscription)];
}

/** Pending, at or past its time, and in nobody's hands: a lease begins with the time it ends. */
function isDue({ status, nextAttemptAt, lease }: Delivery, now: Date): boolean {
  const at = now.toISOString();
  return (
    status === 'pending' &&
    nextAttemptAt !== null &&
    nextAttemptAt <= at &&
    (lease === null || lease < at)
  );
}

async function attempt(
  { eventId, event, payload }: Delivery,
  subscription: Subscription | undefined,
  { now, resolve }: { now: Date; resolve: Resolve },
): Promise<Outcome> {
  // A ping is sent to a paused subscription too: that is how one tries it before turning it on.
  const isWanted = subscription?.status === 'active' || event === 'webhook.ping';
  if (!subscription || !isWanted) return notSent(subscription?.status ?? 'deleted');
  const headers = deliveryHeaders({
    eventId,
    event,
    body: payload,
    // A receiver checks it against its own clock, so it is the machine's.
    timestamp: Math.floor(Date.now() / 1000),
    secrets: await signingSecrets(subscription, now),
  });
  const around = { resolve, isLocal: mayCallThisMachine() };
  return sendAttempt({ url: subscription.url, headers, body: payload }, around);
}

/** Nothing was sent; it can be recovered when the subscription is active again. */
const notSent = (status: string): Outcome => ({
  status: null,
  error: `webhook_${status}`,
  preview: null,
  retryAfter: undefined,
  latencyMs: 0,
});

function afterAttempt(
  delivery: Delivery,
  outcome: Outcome,
  { now, finishedAt }: { now: Date; finishedAt: Date },
): Pick<Delivery, 'status' | 'attempts' | 'attemptsInRound' | 'nextAttemptAt'> {
  const { status, latencyMs, error, preview, retryAfter } = outcome;
  const made: Attempt = { at: now.toISOString(), status, latencyMs, error, preview };
  const attempts = [...delivery.attempts, made].slice(-ATTEMPTS_KEPT);
  const attemptsInRound = delivery.attemptsInRound + 1;
  if (isSuccess(outcome))
    return { status: 'succeeded', attempts, attemptsInRound, nextAttemptAt: null };

  const wait = error?.startsWith('webhook_')
    ? null
    : secondsUntilNext(attemptsInRound, parseRetryAfter(retryAfter, finishedAt));
  if (wait === null) return { status: 'failed', attempts, attemptsInRound, nextAttemptAt: null };
  const nextAttemptAt = addSeconds(finishedAt, wait).toISOString();
  return { status: 'pending', attempts, attemptsInRound, nextAttemptAt };
}
