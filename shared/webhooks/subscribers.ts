import * as z from 'zod';
import { type Scope, scopeKey } from '#shared/platform/caller.ts';
import type { SubscribersOf } from '#shared/platform/store/history.ts';
import type { Item, Key, Read, Store } from '#shared/platform/store/store.ts';
import { ACTIVE_SET_FRESH_MS } from './limits.ts';

/**
 * The active subscriptions of an organization and mode, in one row, so that every commit finds them
 * with one strongly consistent read and can name them in its outbox.
 */
export const ActiveSubscription = z.object({ id: z.uuid(), events: z.array(z.string()) });
export type ActiveSubscription = z.infer<typeof ActiveSubscription>;

export const activeSetKey = (scope: Scope): Key => ({
  pk: `${scopeKey(scope)}#active-subscriptions`,
  sk: 'set',
});

export const activeSetRead = (scope: Scope): Read => ({
  table: 'webhooks',
  key: activeSetKey(scope),
});

export function subscribersIn(activeSet: Item | undefined): SubscribersOf {
  const subscriptions = z.array(ActiveSubscription).parse(activeSet?.subscriptions ?? []);
  return (type) => subscriptions.filter((one) => hears(one, type)).map(({ id }) => id);
}

/** The row as it was at some time of the machine's own clock. */
export interface EarlyActiveSet {
  activeSet: Item | undefined;
  readMs: number;
}

/**
 * Who is subscribed when a change commits. What was read early is good enough for a moment; while a use
 * case screened or printed for seconds somebody may have subscribed, so then the set is read again. It is
 * no condition of the commit: transactions that look at one row at the same time refuse each other, and
 * this row is the whole organization's.
 */
export async function subscribersAtCommit(
  store: Store,
  scope: Scope,
  early: EarlyActiveSet | undefined,
): Promise<SubscribersOf> {
  const isFresh = early && performance.now() - early.readMs < ACTIVE_SET_FRESH_MS;
  return isFresh ? subscribersIn(early.activeSet) : activeSubscribers(store, scope);
}

export const activeSubscribers = async (store: Store, scope: Scope): Promise<SubscribersOf> =>
  subscribersIn(await store.get('webhooks', activeSetKey(scope)));

/** `*` hears everything, `risk.*` a family, a full name that event alone. */
export const hears = ({ events }: Pick<ActiveSubscription, 'events'>, type: string) =>
  events.some(
    (wanted) =>
      wanted === '*' ||
      wanted === type ||
      (wanted.endsWith('.*') && type.startsWith(wanted.slice(0, -1))),
  );
