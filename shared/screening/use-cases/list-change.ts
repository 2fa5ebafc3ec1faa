import { principalOf } from '#shared/platform/caller.ts';
import type { Change } from '#shared/platform/change.ts';
import type { Context } from '#shared/platform/context.ts';
import type { Write } from '#shared/platform/store/store.ts';
import { journalEvent, type ListChange, listEvent } from '../lists/list-event.ts';
import { recordListEvent } from '../repository/list-history.ts';

/**
 * What an operator changes about a list: with its event in the list's history and in the journal of the operator's
 * organization. Lists know no test mode, so the journal is that of live mode.
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
