import { addSeconds } from '#shared/platform/clock.ts';
import type { WorkerContext } from '#shared/worker.ts';
import { type Delivery, putOffSeconds } from '../delivery.ts';
import { type DueDelivery, enqueueDeliveries, type Lane } from '../messages.ts';
import { postponeDelivery } from '../repository/deliveries.ts';
import { secondsPutOff } from '../retry-schedule.ts';

/**
 * For a delivery whose receiver is being left alone. No request is made, so none of its attempts is used
 * up; it is looked at again when the receiver may be tried. Of several workers with the same message one
 * puts it off and asks for it; if that one dies before it asks, the tick finds the row.
 */
export async function putOffDelivery(
  { store, now }: WorkerContext,
  message: DueDelivery,
  delivery: Delivery,
  lane: Lane,
): Promise<void> {
  const { putOffSince = now.toISOString() } = delivery;
  const waitSeconds = secondsPutOff(putOffSeconds(delivery, now), Math.random());
  const until = addSeconds(now, waitSeconds);
  if (await store.writeOne(postponeDelivery(message, delivery, { putOffSince, until })))
    await enqueueDeliveries(lane, [message], waitSeconds);
}
