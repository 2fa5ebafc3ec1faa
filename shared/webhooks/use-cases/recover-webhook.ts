import { mapConcurrently } from '@assay/foundation/concurrency';
import type { WorkerContext } from '#shared/platform/context.ts';
import { CALLS_AT_ONCE } from '../calls-at-once.ts';
import type { Delivery } from '../delivery.ts';
import { type DueRecovery, dueMessage, enqueueDeliveries } from '../messages.ts';
import { deliveriesOf, listRecoverable, reopenDelivery } from '../repository/deliveries.ts';
import { advanceRecovery, closeRecovery, findRecovery } from '../repository/recoveries.ts';

/** Enough for one more page of deliveries and to record the progress. */
const RESERVE_MS = 15_000;

/**
 * Enqueues failed and waiting deliveries, page by page. A reopened delivery is neither, so processing a
 * page twice changes nothing. Returns whether the end was reached.
 */
export async function recoverWebhook(context: WorkerContext, message: DueRecovery): Promise<'done' | 'more'> {
  const { store, now } = context;
  const recovery = await findRecovery(store, message, message.webhookId);
  if (!recovery) return 'done';

  const pk = deliveriesOf(message, message.webhookId);
  let { after } = recovery;
  for (;;) {
    const { deliveries, next } = await listRecoverable(store, pk, { after, now });
    await reopenAll(context, message, deliveries);
    if (next === null) {
      await store.writeOne(closeRecovery(message, recovery));
      return 'done';
    }
    after = next;
    if (!(await store.writeOne(advanceRecovery(message, recovery, after, now)))) return 'done';
    if (context.remainingMs() < RESERVE_MS) return 'more';
  }
}

async function reopenAll(
  { store, now }: WorkerContext,
  scope: DueRecovery,
  deliveries: readonly Delivery[],
): Promise<void> {
  const reopened = await mapConcurrently(deliveries, CALLS_AT_ONCE, (delivery) =>
    store.writeOne(reopenDelivery(scope, delivery, now)),
  );
  const messages = deliveries.filter((_, index) => reopened[index]).map((delivery) => dueMessage(scope, delivery));
  // Deliveries that failed before may fail again; the slow queue keeps them from delaying healthy
  // receivers.
  await enqueueDeliveries('slowDeliveries', messages);
}
