import { serviceCaller } from '#shared/platform/caller.ts';
import type { WorkerContext } from '#shared/platform/context.ts';
import { historyWrites, isForSubscribers } from '#shared/platform/store/history.ts';
import { type Store, TransactionRefused, type Write } from '#shared/platform/store/store.ts';
import { activeSubscribers } from '#shared/worker.ts';
import type { ListKey } from '../lists/list.ts';
import { withOutcomeOf } from '../lists/list-calendar.ts';
import { journalEvent, type ListChange, listEvent, SCHEDULE } from '../lists/list-event.ts';
import type { ListState } from '../lists/list-state.ts';
import { recordListEvent } from '../repository/list-history.ts';
import { replaceListState } from '../repository/list-states.ts';
import { namedOperators } from './list-operators.ts';

/** The person who requested the change, from the message; absent for scheduled changes. */
export interface Requester {
  organizationId: string;
  principal: string;
}

interface WorkerChange extends Omit<ListChange, 'actor' | 'list'> {
  requester?: Requester | undefined;
}

const SERVICE = 'screening-lists';

/**
 * The writes for a worker's change of a list: its state, its history, and the history of the
 * organization that requested it, or of every named operator for scheduled changes. One
 * transaction, so that no change is without its event.
 */
export async function workerChangeWrites(
  context: WorkerContext,
  key: ListKey,
  { before, after }: { before: ListState; after: ListState },
  { requester, ...change }: WorkerChange,
): Promise<Write[]> {
  const actor = requester?.principal ?? SCHEDULE;
  const event = listEvent(context, { ...change, list: key, actor });
  const organizations = requester ? [requester.organizationId] : namedOperators();
  const histories = organizations.map(async (organizationId) => {
    const caller = serviceCaller({ organizationId, mode: 'live' }, SERVICE);
    const journaled = journalEvent(event);
    const subscribers = isForSubscribers(journaled) ? await activeSubscribers(context.store, caller) : () => [];
    return historyWrites({ ...context, caller }, { events: [journaled] }, subscribers);
  });
  return [
    replaceListState(key, before, withOutcomeOf(after, change.type, context.now)),
    recordListEvent(event),
    ...(await Promise.all(histories)).flat(),
  ];
}

/** Returns false if a concurrent writer won; nothing is written then. */
export async function writeAll(
  { store, newId }: { store: Store; newId: () => string },
  writes: readonly Write[],
): Promise<boolean> {
  const [only, ...others] = writes;
  if (only && others.length === 0) return store.writeOne(only);
  try {
    await store.transact(writes, newId());
    return true;
  } catch (error) {
    if (error instanceof TransactionRefused) return false;
    throw error;
  }
}
