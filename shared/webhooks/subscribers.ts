import * as z from 'zod';
import { type Scope, scopeKey } from '#shared/platform/caller.ts';
import type { SubscribersOf } from '#shared/platform/store/history.ts';
import type { Item, Key, Read, Store, Write } from '#shared/platform/store/store.ts';
import { ACTIVE_SET_FRESH_MS } from './limits.ts';

/**
 * The active webhooks of an organization and mode in one row, so that every commit finds them with one
 * strongly consistent read and can name them in its outbox. A row takes 3,000 reads a second, so it has
 * copies: a change writes all of them, and a commit reads any one.
 */
export const ActiveSubscription = z.object({ id: z.uuid(), events: z.array(z.string()) });
export type ActiveSubscription = z.infer<typeof ActiveSubscription>;

const COPIES = 8;

const activeSetKey = (scope: Scope, copy: number): Key => ({
  pk: `${scopeKey(scope)}#active-subscriptions#${copy}`,
  sk: 'set',
});

export const activeSetKeys = (scope: Scope): Key[] =>
  Array.from({ length: COPIES }, (_, copy) => activeSetKey(scope, copy));

export const activeSetRead = (scope: Scope): Read => ({
  table: 'webhooks',
  key: activeSetKey(scope, Math.floor(Math.random() * COPIES)),
});

/** Writes all copies, unless the set has changed since it was read; `before` is undefined for the first. */
export const replaceActiveSet = (
  scope: Scope,
  before: Item | undefined,
  subscriptions: readonly ActiveSubscription[],
): Write[] => {
  const revision = Number(before?.revision ?? 0) + 1;
  return activeSetKeys(scope).map((key, copy) => ({
    table: 'webhooks',
    put: { ...key, subscriptions, revision },
    // Every change writes the first copy, so its revision stands for all.
    ...(copy === 0 && { when: before ? { revision: before.revision } : 'absent' }),
  }));
};

function subscribersIn(activeSet: Item | undefined): SubscribersOf {
  const subscriptions = z.array(ActiveSubscription).parse(activeSet?.subscriptions ?? []);
  return (type) => subscriptions.filter((one) => selects(one, type)).map(({ id }) => id);
}

/** The row, and when it was read by the machine's clock. */
export interface PrefetchedActiveSet {
  activeSet: Item | undefined;
  readMs: number;
}

/**
 * The webhooks that are active when a change commits. A prefetched read is good enough for a moment; a use case
 * may screen or print for seconds, in which a webhook may be created, so then the set is read again. It is
 * not a condition of the commit, because concurrent transactions that check the same row conflict, and all
 * changes of the organization would check this one.
 */
export async function subscribersAtCommit(
  store: Store,
  scope: Scope,
  prefetched: PrefetchedActiveSet | undefined,
): Promise<SubscribersOf> {
  const isFresh = prefetched && performance.now() - prefetched.readMs < ACTIVE_SET_FRESH_MS;
  return isFresh ? subscribersIn(prefetched.activeSet) : activeSubscribers(store, scope);
}

export async function activeSubscribers(store: Store, scope: Scope): Promise<SubscribersOf> {
  const { table, key } = activeSetRead(scope);
  return subscribersIn(await store.get(table, key));
}

/** `*` selects all events, `risk.*` a family, a full name that event alone. */
export const selects = ({ events }: Pick<ActiveSubscription, 'events'>, type: string) =>
  events.some(
    (wanted) => wanted === '*' || wanted === type || (wanted.endsWith('.*') && type.startsWith(wanted.slice(0, -1))),
  );
