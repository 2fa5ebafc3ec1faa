import type { WorkerContext } from '#shared/platform/context.ts';
import { keepPinned, type ListChange } from '../lists/list-state.ts';
import { pinnedVersions } from '../repository/list-pins.ts';

/** The change of a list, without removing a version that a running batch is screened against. */
export const withPinned = async (
  { store, now }: Pick<WorkerContext, 'store' | 'now'>,
  change: ListChange,
): Promise<ListChange> => (change.dropped.length === 0 ? change : keepPinned(change, await pinnedVersions(store, now)));
