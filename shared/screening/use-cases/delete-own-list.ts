import { notFound } from '@assay/foundation';
import type { Context, WorkerContext } from '#shared/platform/context.ts';
import { isOwn } from '../lists/list-id.ts';
import { type ListState, untouched } from '../lists/list-state.ts';
import { recordCheck } from '../repository/list-checks.ts';
import { removeIndex } from '../repository/list-indexes.ts';
import { pinnedVersions } from '../repository/list-pins.ts';
import { endRemoval, ownListRemovals, readOwnKeys, removeOwnList } from '../repository/own-lists.ts';
import { wakeHint } from '../watches/watch-message.ts';
import { listChange } from './list-change.ts';
import { requireList } from './require-list.ts';

/** Deletes an own list. Its versions are removed by the schedule, which knows whether a batch still needs one. */
export async function deleteOwnList(context: Context, key: string) {
  const { id, state } = await requireList(context, key);
  if (!isOwn(id)) throw notFound('list');
  const { revision } = state;
  const known = await readOwnKeys(context.store, context.caller);
  const removed = { known, revision, versionIds: versionsOf(state), removalId: context.newId() };
  const change = { type: 'screening.list.deleted', list: id, version: state.active, reasons: [] } as const;
  const emptied = recordCheck(context, untouched(id), { list: id, outcome: 'operated' });
  return {
    ...listChange(context, change, [...removeOwnList(id, removed), emptied]),
    result: undefined,
    hints: [wakeHint(id)],
  };
}

const versionsOf = ({ active, held, previous }: ListState) =>
  [...(active ? [active] : []), ...held, ...previous].map(({ versionId }) => versionId);

const REMOVALS_PER_TICK = 100;

/** Removes the indexes of deleted lists. Safe to repeat: a removal ends when nothing is left of it. */
export async function removeDeletedLists({ store, now }: WorkerContext): Promise<void> {
  const removals = await ownListRemovals(store, REMOVALS_PER_TICK);
  if (removals.length === 0) return;
  const pinned = await pinnedVersions(store, now);
  for (const removal of removals) {
    if (removal.versionIds.some((versionId) => pinned.has(versionId))) continue;
    for (const versionId of removal.versionIds) await removeIndex(removal.list, versionId);
    await store.writeOne(endRemoval(removal));
  }
}
