import { mapConcurrently } from '@assay/foundation/concurrency';
import { addSeconds } from '#shared/platform/clock.ts';
import type { WorkerContext } from '#shared/platform/context.ts';
import { keyIn } from '#shared/platform/store/collection.ts';
import { CALLS_AT_ONCE } from '../calls-at-once.ts';
import { type Delivery, newDelivery } from '../delivery.ts';
import { matchesFilter } from '../filter.ts';
import { LEASE_SECONDS, SUBSCRIPTION_MAX_AGE_MS } from '../limits.ts';
import { dueMessage, enqueueDeliveries, type Lane, laneOf } from '../messages.ts';
import { payloadOf } from '../payload.ts';
import { createDelivery } from '../repository/deliveries.ts';
import {
  closeOutboxRow,
  eventAt,
  isLeased,
  leaseOutboxRow,
  type OutboxRow,
  renewOutboxLease,
} from '../repository/outbox.ts';
import { parseSubscription, subscriptionsOf } from '../repository/subscriptions.ts';
import type { Subscription } from '../subscription.ts';

/** At most 640 deliveries: seconds of work within the one-minute lease. */
const SUBSCRIPTIONS_AT_ONCE = 5;
/** Enough for five more webhooks. */
const RESERVE_MS = 15_000;

/**
 * Turns the outbox row of one commit into deliveries and enqueues their first attempts. It may crash
 * between any two steps: the row stays due, and a minute later another run resumes from the recorded
 * progress, creates the same deliveries (ids derive from event and webhook), enqueues them again and closes
 * the row. A run that has lost its lease notices when it records its progress, and stops.
 */
export async function dispatchOutbox(context: WorkerContext, row: OutboxRow): Promise<void> {
  const { store, now } = context;
  if (isLeased(row, now)) return;
  const token = context.newId();
  if (!(await store.writeOne(leaseOutboxRow(row, token, addSeconds(now, LEASE_SECONDS))))) return;

  const startedMs = performance.now();
  const elapsedSeconds = () => (performance.now() - startedMs) / 1000;
  const ids = Object.keys(row.subscribers).sort();
  for (let done = row.dispatched; done < ids.length; ) {
    await dispatchTo(context, row, ids.slice(done, done + SUBSCRIPTIONS_AT_ONCE));
    done += SUBSCRIPTIONS_AT_ONCE;
    if (done >= ids.length) break;
    // Without time for more, the row becomes due at once for the next tick.
    const isSpent = context.remainingMs() < RESERVE_MS;
    const until = addSeconds(now, elapsedSeconds() + (isSpent ? 0 : LEASE_SECONDS));
    const progress = renewOutboxLease(row, token, { dispatched: done, until });
    if (!(await store.writeOne(progress)) || isSpent) return;
  }
  await store.writeOne(closeOutboxRow(row, token));
}

async function dispatchTo(context: WorkerContext, row: OutboxRow, ids: readonly string[]): Promise<void> {
  const subscriptions = await subscriptionsNamed(context, row, ids);
  const deliveries = new Map(subscriptions.map((one) => [one, deliveriesFor(row, one)]));
  await createAll(context, row, [...deliveries.values()].flat());

  const asked: Record<Lane, Delivery[]> = { deliveries: [], slowDeliveries: [] };
  for (const [subscription, made] of deliveries) asked[laneOf(subscription)].push(...made);
  for (const lane of ['deliveries', 'slowDeliveries'] as const)
    await enqueueDeliveries(
      lane,
      asked[lane].map((delivery) => dueMessage(row, delivery)),
    );
}

/** The webhooks that still exist. A webhook deleted since the commit receives nothing more. */
async function subscriptionsNamed(
  { store }: WorkerContext,
  row: OutboxRow,
  ids: readonly string[],
): Promise<Subscription[]> {
  const collection = subscriptionsOf(row);
  const rows = await store.getMany(
    ids.map((id) => ({
      table: collection.table,
      key: keyIn(collection, id),
      maxAgeMs: SUBSCRIPTION_MAX_AGE_MS,
    })),
  );
  return rows.flatMap((found, index) => (found?.id === ids[index] ? (parseSubscription(found) ?? []) : []));
}

/** The filter is that of now, not of the commit: the active set that every commit reads would be large with it. */
function deliveriesFor(row: OutboxRow, { id: webhookId, filter }: Subscription): Delivery[] {
  return (row.subscribers[webhookId] ?? []).flatMap((member): Delivery[] => {
    const event = eventAt(row, member);
    const isWanted = event && matchesFilter(event, filter);
    return isWanted ? [newDelivery(event, { webhookId, payload: payloadOf(event, row), at: row.occurredAt })] : [];
  });
}

/** A delivery that an earlier run created stays unchanged. */
async function createAll(
  { store, now }: WorkerContext,
  row: OutboxRow,
  deliveries: readonly Delivery[],
): Promise<void> {
  // The tick ignores the delivery until its message has had time to be processed.
  const due = addSeconds(now, LEASE_SECONDS);
  await mapConcurrently(deliveries, CALLS_AT_ONCE, (delivery) => store.writeOne(createDelivery(row, delivery, due)));
}
