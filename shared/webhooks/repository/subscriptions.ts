import { notFound, refused } from '@assay/foundation';
import { type Scope, scopeKey } from '#shared/platform/caller.ts';
import type { Context } from '#shared/platform/context.ts';
import {
  type Collection,
  findOwnRow,
  keyIn,
  listCollection,
  oneRecord,
  type Paging,
} from '#shared/platform/store/collection.ts';
import { shardPlanOf } from '#shared/platform/store/shard-plans.ts';
import type { Item, Store, Write } from '#shared/platform/store/store.ts';
import { SUBSCRIPTIONS_PER_MODE } from '../limits.ts';
import { ActiveSubscription, activeSetRead, replaceActiveSet } from '../subscribers.ts';
import { presentSubscription, Subscription } from '../subscription.ts';

/** Rows of deleted webhooks remain with status `deleted`, because deliveries are found through them. */
export const subscriptionsOf = (scope: Scope): Collection => ({
  table: 'webhooks',
  name: `${scopeKey(scope)}#webhooks`,
  shards: shardPlanOf('records'),
});

export const parseSubscription = (row: Item | undefined): Subscription | undefined =>
  row && row.status !== 'deleted' ? Subscription.parse(row) : undefined;

export const findSubscription = async (store: Store, scope: Scope, id: string) =>
  parseSubscription(await findOwnRow(store, subscriptionsOf(scope), id));

export async function readSubscription({ store, caller }: Context, id: string) {
  const subscription = await findSubscription(store, caller, id);
  if (!subscription) throw notFound('webhook');
  return subscription;
}

export const listSubscriptions = ({ store, caller }: Context, { offset, order }: Paging) => {
  const expand = oneRecord((row) => presentSubscription(Subscription.parse(row)));
  return listCollection(store, subscriptionsOf(caller), {
    offset,
    order,
    expand: (row) => (row.status === 'deleted' ? [] : expand(row)),
  });
};

export const createSubscription = (scope: Scope, subscription: Subscription): Write => ({
  table: 'webhooks',
  put: { ...keyIn(subscriptionsOf(scope), subscription.id), ...subscription },
  when: 'absent',
});

/** Changes the properties of the owner, unless they have changed since they were read. */
export const changeSubscription = (
  scope: Scope,
  before: Subscription,
  set: Partial<Omit<Subscription, 'status'>> & { status?: Subscription['status'] | 'deleted' },
): Write => ({
  table: 'webhooks',
  update: keyIn(subscriptionsOf(scope), before.id),
  set: { ...set, revision: before.revision + 1 },
  when: { id: before.id, revision: before.revision },
});

/** Records the health of the receiver. Separate from changes of the owner, so that they never conflict. */
export const noteHealth = (
  scope: Scope,
  { id, failingSince, isSlow }: Subscription,
  health: Pick<Subscription, 'failingSince' | 'isSlow'>,
  unset: readonly 'resendSince'[] = [],
): Write => ({
  table: 'webhooks',
  update: keyIn(subscriptionsOf(scope), id),
  set: { failingSince: health.failingSince, isSlow: health.isSlow },
  ...(unset.length > 0 && { unset }),
  when: { id, failingSince, isSlow },
});

/** Updates the active set in the same transaction as the webhook. */
export async function changeActiveSet(
  { store, caller }: Context,
  { id, events, status }: Pick<Subscription, 'id' | 'events'> & { status: string },
): Promise<Write[]> {
  const { table, key } = activeSetRead(caller);
  const row = await store.get(table, key);
  const others = ActiveSubscription.array()
    .parse(row?.subscriptions ?? [])
    .filter((one) => one.id !== id);
  const subscriptions = status === 'active' ? [...others, { id, events }] : others;
  if (subscriptions.length > SUBSCRIPTIONS_PER_MODE)
    throw refused(
      'too_many_webhooks',
      `An organization has at most ${SUBSCRIPTIONS_PER_MODE} active webhooks in a mode.`,
    );
  return replaceActiveSet(caller, row, subscriptions);
}
