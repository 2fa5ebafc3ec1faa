import type { Scope } from '#shared/platform/caller.ts';
import { partitionsOf } from '#shared/platform/store/collection.ts';
import { type ErasableRows, erasablePartitions, erasableRecords } from '#shared/platform/store/erasure.ts';
import type { Item, Store } from '#shared/platform/store/store.ts';
import { deliveriesOf } from './repository/deliveries.ts';
import { deliveryPartitions } from './repository/delivery-shards.ts';
import { isLeased, OutboxRow } from './repository/outbox.ts';
import { recoveriesOf } from './repository/recoveries.ts';
import { statsPartitions } from './repository/stats.ts';
import { subscriptionsOf } from './repository/subscriptions.ts';
import { activeSetKeys } from './subscribers.ts';

/** All rows of the webhooks table for an organization and mode. */
export async function* erasableWebhooks(store: Store, scope: Scope): AsyncGenerator<ErasableRows> {
  yield* erasablePartitions(store, 'webhooks', [
    ...activeSetKeys(scope).map(({ pk }) => pk),
    recoveriesOf(scope),
    ...statsPartitions(scope),
  ]);
  // Deliveries are found through their webhook, so they are erased first.
  for (const pk of partitionsOf(subscriptionsOf(scope)))
    yield* erasableRecords(store, 'webhooks', pk, ({ id }) => deliveryPartitions(deliveriesOf(scope, String(id))));
}

/**
 * Deliveries whose webhook was erased while a dispatcher was creating them: the dispatcher had read the
 * webhook before, and only the outbox refers to them now.
 */
export async function* erasableBehindOutbox(
  store: Store,
  scope: Scope,
  journalRows: readonly Item[],
): AsyncGenerator<ErasableRows> {
  const webhookIds = journalRows.flatMap(({ subscribers }) => Object.keys(subscribers ?? {}));
  const partitions = [...new Set(webhookIds)].flatMap((id) => deliveryPartitions(deliveriesOf(scope, id)));
  yield* erasablePartitions(store, 'webhooks', partitions);
}

/**
 * Whether a dispatcher has leased the row and may still create deliveries from it. A later dispatcher does
 * not, since it finds no webhook.
 */
export function isBeingDispatched(journalRow: Item, now: Date): boolean {
  const outbox = OutboxRow.safeParse(journalRow);
  return outbox.success && isLeased(outbox.data, now);
}
