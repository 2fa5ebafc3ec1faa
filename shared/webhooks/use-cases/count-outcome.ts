import { setTimeout as sleep } from 'node:timers/promises';
import type { WorkerContext } from '#shared/platform/context.ts';
import { logDefect } from '#shared/platform/log.ts';
import { StoreUnavailable } from '#shared/platform/store/store.ts';
import type { Delivery } from '../delivery.ts';
import { COUNTING_MS } from '../limits.ts';
import type { DueDelivery } from '../messages.ts';
import type { Outcome } from '../outcome.ts';
import { countAttempt } from '../repository/stats.ts';

/** Counts an attempt in the statistics of its webhook. A failure to count neither fails nor delays the delivery. */
export async function countOutcome(
  { store, now, requestId }: WorkerContext,
  message: DueDelivery,
  delivery: Delivery,
  outcome: Outcome,
): Promise<void> {
  // Without a request there is nothing to say about the receiver: the webhook is paused, disabled or deleted.
  if (outcome.error?.startsWith('webhook_')) return;
  const written = store.writeOne(countAttempt(message, delivery, outcome, now)).catch((error: unknown) => {
    if (!(error instanceof StoreUnavailable)) logDefect('countOutcome', requestId, error);
    return false;
  });
  await Promise.race([written, sleep(COUNTING_MS, false, { ref: false })]);
}
