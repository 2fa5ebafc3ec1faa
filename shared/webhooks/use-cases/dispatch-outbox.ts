import { addSeconds } from '#shared/platform/clock.ts';
import { keyIn } from '#shared/platform/store/collection.ts';
import type { WorkerContext } from '#shared/worker.ts';
import { type Delivery, deliveryId } from '../delivery.ts';
import { LEASE_SECONDS } from '../limits.ts';
import { askForDeliveries, dueMessage, laneOf } from '../messages.ts';
import { payloadOf } from '../payload.ts';
import { createDelivery } from '../repository/deliveries.ts';
import { closeOutboxRow, eventAt, leaseOutboxRow, type OutboxRow } from '../repository/outbox.ts';
import { parseSubscription, subscriptionsOf } from '../repository/subscriptions.ts';
import type { Subscription } from '../subscription.ts';

/**
 * Turns the outbox of one commit into deliveries and asks for their first attempt. It may die between
 * any two steps: the row stays due, and a minute later another run makes the same deliveries (their
 * ids follow from event and subscription), asks again and closes the row.
 */
export async function dispatchOutbox(context: WorkerContext, row: OutboxRow): Promise<void> {
  const { store, now } = context;
  const token = context.newId();
  if (!(await store.writeOne(leaseOutboxRow(row, token, addSeconds(now, LEASE_SECONDS))))) return;

  for (const subscription of await subscriptionsNamed(context, row)) {
    const deliveries = deliveriesFor(row, subscription);
    await createAll(context, row, deliveries);
    const messages = deliveries.map((delivery) => dueMessage(row, delivery));
    await askForDeliveries(laneOf(subscription), messages);
  }
  await store.writeOne(closeOutboxRow(row, token));
}

/** Those that still exist: a subscription deleted since the commit is told nothing more. */
async function subscriptionsNamed({ store }: WorkerContext, row: OutboxRow) {
  const collection = subscriptionsOf(row);
  const rows = await store.getMany(
    Object.keys(row.subscribers).map((id) => ({
      table: collection.table,
      key: keyIn(collection, id),
    })),
  );
  return rows.map(parseSubscription).filter((subscription) => subscription !== undefined);
}

function deliveriesFor(row: OutboxRow, { id: webhookId }: Subscription): Delivery[] {
  return (row.subscribers[webhookId] ?? []).flatMap((member): Delivery[] => {
    const event = eventAt(row, member);
    if (!event) return [];
    return [
      {
        id: deliveryId(event.id, webhookId),
        webhookId,
        eventId: event.id,
        event: event.type,
        payload: payloadOf(event, row),
        status: 'pending',
        attempts: [],
        attemptsInRound: 0,
        nextAttemptAt: row.occurredAt,
        createdAt: row.occurredAt,
        lease: null,
      },
    ];
  });
}

const WRITES_AT_ONCE = 25;

/** One that is there already, from a run before this one, stays as it is. */
async function createAll(
  { store, now }: WorkerContext,
  row: OutboxRow,
  deliveries: readonly Delivery[],
): Promise<void> {
  // Until the message has had its chance, the tick need not look for the delivery.
  const due = addSeconds(now, LEASE_SECONDS);
  for (let start = 0; start < deliveries.length; start += WRITES_AT_ONCE)
    await Promise.all(
      deliveries
        .slice(start, start + WRITES_AT_ONCE)
        .map((delivery) => store.writeOne(createDelivery(row, delivery, due))),
    );
}
