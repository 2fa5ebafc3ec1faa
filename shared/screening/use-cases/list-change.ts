import { principalOf } from '#shared/platform/caller.ts';
import type { Change } from '#shared/platform/change.ts';
import type { Context } from '#shared/platform/context.ts';
import type { Write } from '#shared/platform/store/store.ts';
import { journalEvent, type ListChange, listEvent } from '../lists/list-event.ts';
import { recordListEvent } from '../repository/list-history.ts';

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
