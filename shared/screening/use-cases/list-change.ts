import type { Acceptance } from '#shared/identity/index.ts';
import { principalOf } from '#shared/platform/caller.ts';
import type { Change } from '#shared/platform/change.ts';
import type { Context } from '#shared/platform/context.ts';
import type { Proposal } from '#shared/platform/proposals.ts';
import { hint } from '#shared/platform/queue.ts';
import type { Write } from '#shared/platform/store/store.ts';
import { withOutcomeOf } from '../lists/list-calendar.ts';
import { journalEvent, type ListChange, listEvent } from '../lists/list-event.ts';
import { isOwn, type ListId } from '../lists/list-id.ts';
import { isOfThisBuilder, type ListState, type ListVersion } from '../lists/list-state.ts';
import { recordCheck } from '../repository/list-checks.ts';
import { recordListEvent } from '../repository/list-history.ts';
import { replaceListState } from '../repository/list-states.ts';
import { registerOwnList } from '../repository/own-lists.ts';
import { wakeHint } from '../watches/watch-message.ts';

/**
 * The writes for an operator's change of a list, with its event in the history of the list and of
 * the operator's organization. Shared lists have no test mode, so live mode is recorded.
 */
export function listChange(
  context: Context,
  change: Omit<ListChange, 'actor'>,
  writes: readonly Write[],
): Pick<Change, 'writes' | 'events' | 'historyMode'> {
  const event = listEvent(context, { ...change, actor: principalOf(context.caller) });
  return {
    writes: [...writes, recordListEvent(change.list, event)],
    events: [journalEvent(event)],
    historyMode: isOwn(change.list) ? context.caller.mode : 'live',
  };
}

/** The same for a change of the list's state, with its outcome in the calendar of the list. */
export const listStateChange = (
  context: Context,
  change: Omit<ListChange, 'actor'>,
  { before, after }: { before: ListState; after: ListState },
) =>
  listChange(context, change, [
    replaceListState(change.list, before, withOutcomeOf(after, change.type, context.now)),
    ...(isOwn(change.list) && after.active && !isOfThisBuilder(after.active)
      ? [registerOwnList(change.list, after.active.termBuilderVersion)]
      : []),
    recordCheck(context, after, { list: change.list, outcome: 'operated' }),
  ]);

/** Closes the accepted proposal in the same transaction, and names it in the history of the organization. */
export const withAcceptance = (
  { writes, events, ...change }: ReturnType<typeof listChange>,
  { writes: closing, details }: Pick<Acceptance<Proposal>, 'writes' | 'details'>,
): ReturnType<typeof listChange> => ({
  ...change,
  writes: [...writes, ...closing],
  events: events.map((event) => ({ ...event, details: { ...event.details, ...details } })),
});

/**
 * After a version is active: one of an earlier release is indexed again at once, as runs are incomplete until then. Watches
 * follow own lists.
 */
export const activationHints = (key: ListId, version: ListVersion) => [
  ...(isOfThisBuilder(version) ? [] : [hint('listRefreshes', { key, reindex: true })]),
  ...(isOwn(key) ? [wakeHint(key)] : []),
];
