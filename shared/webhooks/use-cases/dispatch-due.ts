import { addSeconds } from '#shared/platform/clock.ts';
import { sendMessages } from '#shared/platform/queue.ts';
import { listDue } from '#shared/platform/store/due.ts';
import type { Item } from '#shared/platform/store/store.ts';
import type { WorkerContext } from '#shared/worker.ts';
import { DISPATCH_ROWS, LEASE_SECONDS } from '../limits.ts';
import { askForDeliveries, DueDelivery, DueRecovery } from '../messages.ts';
import { postponeDelivery } from '../repository/deliveries.ts';
import { parseOutboxRow } from '../repository/outbox.ts';
import { dispatchOutbox } from './dispatch-outbox.ts';

/**
 * The backstop of streams and messages, every five seconds: events that were not dispatched, and
 * deliveries and recoveries whose message got lost, up to a hundred of each.
 */
export async function dispatchDue(context: WorkerContext): Promise<void> {
  const { store, now } = context;
  const [events, waiting] = await Promise.all([
    listDue(store, 'journal', { now, limit: DISPATCH_ROWS }),
    listDue(store, 'webhooks', { now, limit: DISPATCH_ROWS }),
  ]);
  for (const row of events) {
    const outbox = parseOutboxRow(row);
    if (outbox) await dispatchOutbox(context, outbox);
  }
  for (const row of waiting) await askAgain(context, row);
}

/** Nobody else looks at the row for a minute; if the message is lost again, the next tick finds it. */
async function askAgain({ store, now }: WorkerContext, row: Item): Promise<void> {
  const later = addSeconds(now, LEASE_SECONDS);
  if (!(await store.writeOne(postponeDelivery(row, later)))) return;
  if (row.kind === 'recovery') await sendMessages('recoveries', [{ body: DueRecovery.parse(row) }]);
  else await askForDeliveries('deliveries', [DueDelivery.parse({ ...row, deliveryId: row.id })]);
}
