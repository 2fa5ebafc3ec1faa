import * as z from 'zod';
import { type Scope, scopeKey } from '#shared/platform/caller.ts';
import type { Context } from '#shared/platform/context.ts';
import type { SubscribersOf } from '#shared/platform/store/history.ts';
import type { Key } from '#shared/platform/store/store.ts';

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

export async function activeSubscribers({ store, caller }: Context): Promise<SubscribersOf> {
  const row = await store.get('webhooks', activeSetKey(caller));
  const subscriptions = z.array(ActiveSubscription).parse(row?.subscriptions ?? []);
  return (type) => subscriptions.filter((one) => hears(one, type)).map(({ id }) => id);
}

/** `*` hears everything, `risk.*` a family, a full name that event alone. */
export const hears = ({ events }: Pick<ActiveSubscription, 'events'>, type: string) =>
  events.some(
    (wanted) =>
      wanted === '*' ||
      wanted === type ||
      (wanted.endsWith('.*') && type.startsWith(wanted.slice(0, -1))),
  );
