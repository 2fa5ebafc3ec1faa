import type { Scope } from '#shared/platform/caller.ts';
import { partitionsOf } from '#shared/platform/store/collection.ts';
import { type ErasableRows, erasablePartitions } from '#shared/platform/store/erasure.ts';
import type { Store } from '#shared/platform/store/store.ts';
import { deliveriesOf } from './repository/deliveries.ts';
import { recoveriesOf } from './repository/recoveries.ts';
import { subscriptionsOf } from './repository/subscriptions.ts';
import { activeSetKey } from './subscribers.ts';

/** Everything the webhooks table keeps of an organization and mode. */
export async function* erasableWebhooks(store: Store, scope: Scope): AsyncGenerator<ErasableRows> {
  yield* erasablePartitions(store, 'webhooks', [activeSetKey(scope).pk, recoveriesOf(scope)]);
  for (const pk of partitionsOf(subscriptionsOf(scope)))
    yield* erasableSubscriptions(store, scope, pk);
}

/** Deliveries are found through their subscription, so they go first. */
async function* erasableSubscriptions(
  store: Store,
  scope: Scope,
  pk: string,
): AsyncGenerator<ErasableRows> {
  let after: string | undefined;
  do {
    const range = after === undefined ? {} : { after };
    const { items, more } = await store.query('webhooks', { pk, ...range });
    const deliveries = items.map(({ id }) => deliveriesOf(scope, String(id)));
    yield* erasablePartitions(store, 'webhooks', deliveries);
    if (items.length > 0)
      yield { table: 'webhooks', keys: items.map((item) => ({ pk: item.pk, sk: item.sk })) };
    after = more ? items.at(-1)?.sk : undefined;
  } while (after !== undefined);
}
