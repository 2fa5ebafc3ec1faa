import type { Acceptance } from '#shared/identity/index.ts';
import { principalOf } from '#shared/platform/caller.ts';
import type { Change } from '#shared/platform/change.ts';
import type { Context } from '#shared/platform/context.ts';
import type { Proposal } from '#shared/platform/proposals.ts';
import { hint } from '#shared/platform/queue.ts';
import type { Write } from '#shared/platform/store/store.ts';
import type { ListKey } from '../lists/list.ts';
import { withOutcomeOf } from '../lists/list-calendar.ts';
import { journalEvent, type ListChange, listEvent } from '../lists/list-event.ts';
import { isOfThisBuilder, type ListState, type ListVersion } from '../lists/list-state.ts';
import { recordListEvent } from '../repository/list-history.ts';
import { replaceListState } from '../repository/list-states.ts';

/**
 * The writes for an operator's change of a list, with its event in the history of the list and of
 * the operator's organization. Lists have no test mode, so live mode is recorded.
 */
export function listChange(
  context: Context,
  change: Omit<ListChange, 'actor'>,
  writes: readonly Write[],
): Pick<Change, 'writes' | 'events' | 'historyMode'> {
  const event = listEvent(context, { ...change, actor: principalOf(context.caller) });
  return {
    writes: [...writes, recordListEvent(event)],
    events: [journalEvent(event)],
    historyMode: 'live',
  };
}

/** The same for a change of the list's state, with its outcome in the calendar of the list. */
export const listStateChange = (
  context: Context,
  change: Omit<ListChange, 'actor'>,
  { before, after }: { before: ListState; after: ListState },
) =>
  listChange(context, change, [replaceListState(change.list, before, withOutcomeOf(after, change.type, context.now))]);

/** Closes the accepted proposal in the same transaction, and names it in the history of the organization. */
export const withAcceptance = (
  { writes, events, ...change }: ReturnType<typeof listChange>,
  { writes: closing, details }: Pick<Acceptance<Proposal>, 'writes' | 'details'>,
): ReturnType<typeof listChange> => ({
  ...change,
  writes: [...writes, ...closing],
  events: events.map((event) => ({ ...event, details: { ...event.details, ...details } })),
});

/** A version of an earlier release is indexed again at once: until then runs are incomplete. */
export const reindexHints = (key: ListKey, version: ListVersion) =>
  isOfThisBuilder(version) ? [] : [hint('listRefreshes', { key, reindex: true })];
