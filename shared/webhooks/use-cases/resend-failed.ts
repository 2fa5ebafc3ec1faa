import { mapConcurrently } from '@assay/foundation/concurrency';
import type { WorkerContext } from '#shared/platform/context.ts';
import { CALLS_AT_ONCE } from '../calls-at-once.ts';
import type { Delivery } from '../delivery.ts';
import { type DueRecovery, dueMessage, enqueueDeliveries } from '../messages.ts';
import { isFarAhead, paceOf } from '../pace.ts';
import { deliveriesOf, listFailed, reopenDelivery } from '../repository/deliveries.ts';
import { advanceResend, closeResend, findResend, type Resend } from '../repository/resends.ts';
import { findSubscription } from '../repository/subscriptions.ts';

/** Enough for one more page of deliveries and to record the progress. */
const RESERVE_MS = 15_000;

/**
 * Reopens the deliveries that failed while their receiver did, oldest first and paced, because it has just come back.
 * A delivery is reopened by the service once, so that an event that the receiver never accepts is not sent for ever.
 * Processing a page twice changes nothing.
 */
export async function resendFailed(context: WorkerContext, message: DueRecovery): Promise<'done' | 'more' | 'later'> {
  const { store, now } = context;
  const pk = deliveriesOf(message, message.webhookId);
  for (;;) {
    const resend = await findResend(store, message, message.webhookId);
    if (!resend) return 'done';
    const subscription = await findSubscription(store, message, message.webhookId);
    if (subscription?.status !== 'active' || resend.left <= 0) return close(context, message, resend);
    if (isFarAhead(resend.pacedUntil, now)) return 'later';

    const { deliveries, next } = await listFailed(store, pk, resend.after);
    const wanted = deliveries.filter((delivery) => isWanted(delivery, resend)).slice(0, resend.left);
    const { pacedUntil, count } = await reopen(context, message, resend, wanted);
    if (next === null) return close(context, message, resend);
    const progress = { after: next, left: resend.left - count, pacedUntil: pacedUntil.toISOString() };
    if (!(await store.writeOne(advanceResend(message, resend, progress, now)))) return 'done';
    if (context.remainingMs() < RESERVE_MS) return 'more';
  }
}

const isWanted = ({ attempts, isResent }: Delivery, { failedSince }: Resend) =>
  !isResent && (attempts.at(-1)?.at ?? '') >= failedSince;

async function reopen(
  { store, now }: WorkerContext,
  scope: DueRecovery,
  { pacedUntil: before }: Resend,
  wanted: readonly Delivery[],
) {
  const { sendAt, delaySeconds, pacedUntil } = paceOf(before, wanted.length, now);
  const reopened = await mapConcurrently(wanted, CALLS_AT_ONCE, (delivery) =>
    store.writeOne(reopenDelivery(scope, delivery, sendAt, { isResent: true })),
  );
  const messages = wanted.filter((_, index) => reopened[index]).map((delivery) => dueMessage(scope, delivery));
  await enqueueDeliveries('slowDeliveries', messages, delaySeconds);
  return { pacedUntil, count: messages.length };
}

async function close({ store }: WorkerContext, scope: DueRecovery, resend: Resend): Promise<'done'> {
  await store.writeOne(closeResend(scope, resend));
  return 'done';
}
