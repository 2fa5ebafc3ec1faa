import type { Scope } from '#shared/platform/caller.ts';
import { partitionsOf } from '#shared/platform/store/collection.ts';
import {
  type ErasableRows,
  erasablePartitions,
  erasableRecords,
} from '#shared/platform/store/erasure.ts';
import type { Store } from '#shared/platform/store/store.ts';
import { deliveriesOf } from './repository/deliveries.ts';
import { recoveriesOf } from './repository/recoveries.ts';
import { subscriptionsOf } from './repository/subscriptions.ts';
import { activeSetKey } from './subscribers.ts';

/** Everything the webhooks table keeps of an organization and mode. */
export async function* erasableWebhooks(store: Store, scope: Scope): AsyncGenerator<ErasableRows> {
  yield* erasablePartitions(store, 'webhooks', [activeSetKey(scope).pk, recoveriesOf(scope)]);
  // Deliveries are found through their subscription, so they go first.
  for (const pk of partitionsOf(subscriptionsOf(scope)))
    yield* erasableRecords(store, 'webhooks', pk, ({ id }) => [deliveriesOf(scope, String(id))]);
}
