import type { Store } from '#shared/platform/store/store.ts';
import type { BuiltIndex } from '../index/build-index.ts';
import type { ListKey } from '../lists/list.ts';
import type { ListState, ListVersion, Moved } from '../lists/list-state.ts';
import { putIndex, removeIndex } from '../repository/list-indexes.ts';
import { replaceListState } from '../repository/list-states.ts';

interface NewVersion {
  version: ListVersion;
  index: BuiltIndex;
  /** Where the list stood when it was built, and where it stands with it. */
  before: ListState;
  moved: Moved;
}

/** Stores a version before the list tells of it. False when somebody else changed the list meanwhile. */
export async function putVersion(
  store: Store,
  key: ListKey,
  { version, index, before, moved: { state, dropped } }: NewVersion,
): Promise<boolean> {
  await putIndex(key, version.versionId, index);
  const isTaken = await store.writeOne(replaceListState(key, before, state));
  // Where somebody else was quicker, what was built here is in nobody's way, and of no use.
  for (const { versionId } of isTaken ? dropped : [version]) await removeIndex(key, versionId);
  return isTaken;
}
