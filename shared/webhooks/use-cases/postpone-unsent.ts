import { addSeconds } from '#shared/platform/clock.ts';
import type { WorkerContext } from '#shared/platform/context.ts';
import { type Delivery, postponedSeconds } from '../delivery.ts';
import { type DueDelivery, enqueueDeliveries, type Lane } from '../messages.ts';
import { postponeDelivery } from '../repository/deliveries.ts';
import { secondsToPostpone } from '../retry-schedule.ts';

/**
 * Postpones a delivery while the circuit breaker of its receiver is open. No request is sent, so no attempt
 * is used up; the delivery is due again when the receiver may be tried. Of several workers with the same
 * message one postpones and enqueues it; if that worker crashes before enqueueing, the tick finds the row.
 */
export async function postponeUnsent(
  { store, now }: WorkerContext,
  message: DueDelivery,
  delivery: Delivery,
  lane: Lane,
): Promise<void> {
  const { putOffSince = now.toISOString() } = delivery;
  const waitSeconds = secondsToPostpone(postponedSeconds(delivery, now), Math.random());
  const until = addSeconds(now, waitSeconds);
  if (await store.writeOne(postponeDelivery(message, delivery, { putOffSince, until })))
    await enqueueDeliveries(lane, [message], waitSeconds);
}
