import { type Scope, serviceCaller } from '#shared/platform/caller.ts';
import type { WorkerContext } from '#shared/platform/context.ts';
import { historyWrites, isForSubscribers } from '#shared/platform/store/history.ts';
import { type Store, TransactionRefused, type Write } from '#shared/platform/store/store.ts';
import { activeSubscribers } from '#shared/worker.ts';
import { withOutcomeOf } from '../lists/list-calendar.ts';
import type { CheckOutcome } from '../lists/list-check.ts';
import { journalEvent, type ListChange, type ListEventType, listEvent, SCHEDULE } from '../lists/list-event.ts';
import { hasAddress } from '../lists/list-files.ts';
import { isOwn, type ListId, scopeOfList } from '../lists/list-id.ts';
import type { ListState } from '../lists/list-state.ts';
import { recordCheck } from '../repository/list-checks.ts';
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
  key: ListId,
  { before, after }: { before: ListState; after: ListState },
  { requester, ...change }: WorkerChange,
): Promise<Write[]> {
  const actor = requester?.principal ?? SCHEDULE;
  const event = listEvent(context, { ...change, list: key, actor });
  const histories = scopesOf(key, requester).map(async (scope) => {
    const caller = serviceCaller(scope, SERVICE);
    const journaled = journalEvent(event);
    const subscribers = isForSubscribers(journaled) ? await activeSubscribers(context.store, caller) : () => [];
    return historyWrites({ ...context, caller }, { events: [journaled] }, subscribers);
  });
  return [
    replaceListState(key, before, withOutcomeOf(after, change.type, context.now)),
    recordListEvent(key, event),
    recordCheck(context, after, { list: key, outcome: checkedBy(key, change) }),
    ...(await Promise.all(histories)).flat(),
  ];
}

function scopesOf(id: ListId, requester: Requester | undefined): Scope[] {
  if (isOwn(id)) return [scopeOfList(id)];
  const organizations = requester ? [requester.organizationId] : namedOperators();
  return organizations.map((organizationId) => ({ organizationId, mode: 'live' }));
}

const CHECKED: Partial<Record<ListEventType, CheckOutcome>> = {
  'screening.list.activated': 'published',
  'screening.list.held': 'held',
  'screening.list.confirmed': 'confirmed',
  'screening.list.refused': 'failed',
};
/** What an upload can show of a list that has no publisher to ask. */
const SHOWN_BY_UPLOADS: readonly CheckOutcome[] = ['published', 'confirmed'];

function checkedBy(id: ListId, { type, upload }: Pick<WorkerChange, 'type' | 'upload'>): CheckOutcome {
  const outcome = CHECKED[type] ?? 'operated';
  if (!upload) return outcome;
  return !hasAddress(id) && SHOWN_BY_UPLOADS.includes(outcome) ? outcome : 'operated';
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
