import { setTimeout as sleep } from 'node:timers/promises';
import { deliveryHeaders } from '@assay/foundation/webhook-signature';
import type { WorkerContext } from '#shared/platform/context.ts';
import { logAttempt, logDefect } from '#shared/platform/log.ts';
import { keyIn } from '#shared/platform/store/collection.ts';
import { newLease } from '#shared/platform/store/lease.ts';
import { afterAttempt } from '../after-attempt.ts';
import { type CircuitBreaker, circuitBreaker } from '../circuit-breaker.ts';
import { canBePutOff, type Delivery, isDue } from '../delivery.ts';
import { type DeliveryDependencies, deliveryDependencies } from '../delivery-dependencies.ts';
import { ATTEMPT_LEASE_SECONDS, SLOW_MS, SUBSCRIPTION_MAX_AGE_MS } from '../limits.ts';
import { type DueDelivery, enqueueDeliveries, type Lane, laneOf } from '../messages.ts';
import { isGone, type Outcome } from '../outcome.ts';
import { deliveryKey, leaseDelivery, parseDelivery, recordOutcome } from '../repository/deliveries.ts';
import { parseSubscription, subscriptionsOf } from '../repository/subscriptions.ts';
import { signingSecrets } from '../secret.ts';
import { sendAttempt } from '../send-attempt.ts';
import type { Subscription } from '../subscription.ts';
import { countOutcome } from './count-outcome.ts';
import { disableFailing, disableGone, isFailingTooLong, noteOutcome, noteSlow } from './note-outcome.ts';
import { postponeUnsent } from './postpone-unsent.ts';

export interface DeliverOptions {
  /** The queue of the message. */
  lane?: Lane;
  around?: Partial<DeliveryDependencies>;
  breaker?: CircuitBreaker;
}

const ofThisProcess = circuitBreaker();

/**
 * Makes one attempt of a delivery. The message is only a hint: the row decides whether an attempt is due,
 * and the lease admits one worker. A worker that exceeds its lease cannot record its outcome; the receiver
 * may then get the event twice, with the same id.
 */
export async function deliverWebhook(
  context: WorkerContext,
  message: DueDelivery,
  { lane = 'deliveries', around = {}, breaker = ofThisProcess }: DeliverOptions = {},
): Promise<void> {
  const { store, now } = context;
  const [delivery, subscription] = await readBoth(context, message);
  if (!delivery || !isDue(delivery, now)) return;
  if (lane === 'deliveries' && subscription && laneOf(subscription) !== lane)
    return enqueueDeliveries(laneOf(subscription), [message]);
  const isLeftAlone = subscription && isWanted(delivery, subscription) && breaker.isOpen(subscription.id, now);
  if (isLeftAlone && canBePutOff(delivery, now))
    return postponeUnsent(context, message, delivery, laneOf(subscription));

  const lease = newLease(context, ATTEMPT_LEASE_SECONDS);
  if (!(await store.writeOne(leaseDelivery(message, delivery, lease)))) return;

  const work = { message, delivery, subscription, breaker };
  const { outcome, known } = await attempt(context, work, { ...deliveryDependencies(), ...around });
  breaker.note(message.webhookId, outcome, now);
  const after = afterAttempt(delivery, outcome, now);
  logAttempt({ deliveryId: delivery.id, attempt: after.attemptsInRound, ...outcome });
  if (!(await store.writeOne(recordOutcome(message, delivery, lease, after)))) return;

  const counted = countOutcome(context, message, delivery, outcome);
  const noted = known?.status === 'active' ? await noteOutcome(context, message, known, outcome) : known;
  if (after.waitSeconds !== null) await enqueueDeliveries(noted ? laneOf(noted) : lane, [message], after.waitSeconds);
  else if (noted && isGone(outcome)) await disableGone(context, message, noted);
  else if (after.status === 'failed' && noted && isFailingTooLong(noted, now))
    await disableFailing(context, message, noted.id);
  await counted;
}

interface Work {
  message: DueDelivery;
  delivery: Delivery;
  subscription: Subscription | undefined;
  breaker: CircuitBreaker;
}

async function readBoth(
  { store }: WorkerContext,
  message: DueDelivery,
): Promise<[Delivery | undefined, Subscription | undefined]> {
  const { webhookId, deliveryId: id } = message;
  const subscriptions = subscriptionsOf(message);
  const [delivery, subscription] = await store.getMany([
    { table: 'webhooks', key: deliveryKey(message, webhookId, id) },
    {
      table: 'webhooks',
      key: keyIn(subscriptions, webhookId),
      maxAgeMs: SUBSCRIPTION_MAX_AGE_MS,
    },
  ]);
  return [parseDelivery(delivery, id), parseSubscription(subscription)];
}

/** Makes the attempt and returns the health of the receiver after it. */
async function attempt(
  context: WorkerContext,
  { message, delivery, subscription, breaker }: Work,
  around: DeliveryDependencies,
): Promise<{ outcome: Outcome; known: Subscription | undefined }> {
  if (!subscription || !isWanted(delivery, subscription))
    return {
      outcome: notSent(`webhook_${subscription?.status ?? 'deleted'}`),
      known: subscription,
    };
  if (breaker.isOpen(subscription.id, context.now)) return { outcome: notSent('circuit_open'), known: subscription };

  const sent = send(delivery, subscription, { now: context.now, around });
  const isSlow = await Promise.race([sent.then(() => false), sleep(SLOW_MS, true, { ref: false })]);
  if (!isSlow) return { outcome: await sent, known: subscription };
  const known = await noteSlow(context, message, subscription).catch((error: unknown) => {
    logDefect('noteSlow', context.requestId, error);
    return subscription;
  });
  return { outcome: await sent, known };
}

/** A ping is also sent to a paused webhook, so that it can be tested before it is activated. */
const isWanted = ({ event }: Delivery, { status }: Subscription) => status === 'active' || event === 'webhook.ping';

async function send(
  { eventId, event, payload }: Delivery,
  subscription: Subscription,
  { now, around }: { now: Date; around: DeliveryDependencies },
): Promise<Outcome> {
  const secrets = await signingSecrets(subscription, now);
  if (secrets.length === 0) return notSent('secret_retired');
  const headers = deliveryHeaders({
    eventId,
    event,
    body: payload,
    // The receiver compares it with its own clock, so it is the machine's time, not the service clock's.
    timestamp: Math.floor(Date.now() / 1000),
    secrets,
  });
  // The headers of the service win over those of the owner.
  return sendAttempt(
    { url: subscription.url, headers: { ...subscription.headers, ...headers }, body: payload },
    around,
  );
}

const notSent = (error: string): Outcome => ({
  status: null,
  error,
  preview: null,
  retryAfterSeconds: null,
  latencyMs: 0,
});
