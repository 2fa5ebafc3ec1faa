import type { Scope } from '#shared/platform/caller.ts';
import { partitionsOf } from '#shared/platform/store/collection.ts';
import {
  type ErasableRows,
  erasablePartitions,
  erasableRecords,
} from '#shared/platform/store/erasure.ts';
import type { Item, Store } from '#shared/platform/store/store.ts';
import { deliveriesOf } from './repository/deliveries.ts';
import { deliveryPartitions } from './repository/delivery-shards.ts';
import { isLeased, OutboxRow } from './repository/outbox.ts';
import { recoveriesOf } from './repository/recoveries.ts';
import { subscriptionsOf } from './repository/subscriptions.ts';
import { activeSetKeys } from './subscribers.ts';

/** Everything the webhooks table keeps of an organization and mode. */
export async function* erasableWebhooks(store: Store, scope: Scope): AsyncGenerator<ErasableRows> {
  yield* erasablePartitions(store, 'webhooks', [
    ...activeSetKeys(scope).map(({ pk }) => pk),
    recoveriesOf(scope),
  ]);
  // Deliveries are found through their subscription, so they go first.
  for (const pk of partitionsOf(subscriptionsOf(scope)))
    yield* erasableRecords(store, 'webhooks', pk, ({ id }) =>
      deliveryPartitions(deliveriesOf(scope, String(id))),
    );
}

/**
 * Deliveries whose subscription was erased while a dispatcher was making them: it had read the subscription
 * before, and nothing but the outbox leads to them any more.
 */
export async function* erasableBehindOutbox(
  store: Store,
  scope: Scope,
  journalRows: readonly Item[],
): AsyncGenerator<ErasableRows> {
  const webhookIds = journalRows.flatMap(({ subscribers }) => Object.keys(subscribers ?? {}));
  const partitions = [...new Set(webhookIds)].flatMap((id) =>
    deliveryPartitions(deliveriesOf(scope, id)),
  );
  yield* erasablePartitions(store, 'webhooks', partitions);
}

/**
 * Whether a dispatcher has the row and may still make deliveries of it. One that takes it later does not:
 * it finds no subscription.
 */
export function isBeingDispatched(journalRow: Item, now: Date): boolean {
  const outbox = OutboxRow.safeParse(journalRow);
  return outbox.success && isLeased(outbox.data, now);
}
