import { isDeepStrictEqual } from 'node:util';
import { EVENT_CATALOGUE } from '#shared/webhooks/contract.ts';
import { type ActiveSubscription, selects } from '#shared/webhooks/index.ts';
import type { Rule } from './facts.ts';
import { nameOf } from './stored-state.ts';

const [CHANGED, ACTIVE, EVENTS] = ['a', 'b', 'c'];

/** What a row of events announces. */
interface Announced {
  types: string[];
  subscribers: Record<string, number[]>;
  isDue: boolean;
}

/**
 * Every subscription of the scope receives exactly its events. After a change of subscriptions,
 * those at the time of a commit are unknown.
 */
export const outboxAstray: Rule = {
  read: ({ row, events }, state) => {
    const { organizationId, mode, kind, item } = row;
    if (kind === 'active-subscriptions')
      state('outbox', organizationId, ACTIVE, mode, JSON.stringify(item.subscriptions ?? []));
    if (events.some(({ resource }) => resource === 'webhooks')) state('outbox', organizationId, CHANGED, mode);
    if (events.length === 0) return;
    const { subscribers = {}, dueShard, dueAt } = item;
    const isDue = dueShard !== undefined && dueAt !== undefined;
    const announced = { types: events.map(({ type }) => type), subscribers, isDue };
    state('outbox', organizationId, EVENTS, mode, JSON.stringify(announced), nameOf(row));
  },
  judges: {
    outbox: (_key, facts, _state, find) => {
      const changed = new Set<string>();
      const active = new Map<string, ActiveSubscription[]>();
      for (const { kind, values } of facts) {
        const [mode = '', text = '', name = ''] = values;
        if (kind === CHANGED) changed.add(mode);
        else if (kind === ACTIVE) active.set(mode, JSON.parse(text) as ActiveSubscription[]);
        else if (!changed.has(mode) && !changed.has('')) {
          const { types, subscribers, isDue } = JSON.parse(text) as Announced;
          const wanted = outboxFor(active.get(mode) ?? active.get('') ?? [], types);
          if (!isDeepStrictEqual(subscribers, wanted) || isDue !== Object.keys(wanted).length > 0)
            find(`does not announce what it should to whom it should: ${name}`);
        }
      }
    },
  },
};

function outboxFor(active: readonly ActiveSubscription[], types: readonly string[]): Record<string, number[]> {
  const wanted: Record<string, number[]> = {};
  for (const subscription of active) {
    // Events outside the catalogue are in the history only.
    const heard = types.flatMap((type, member) =>
      Object.hasOwn(EVENT_CATALOGUE, type) && selects(subscription, type) ? [member] : [],
    );
    if (heard.length > 0) wanted[subscription.id] = heard;
  }
  return wanted;
}
