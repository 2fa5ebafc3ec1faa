import type { Store, Write } from '#shared/platform/store/store.ts';
import type { BuiltIndex } from '../index/build-index.ts';
import { type IndexKey, putIndex, removeIndex } from '../repository/list-indexes.ts';

interface NewVersion {
  version: Version;
  index: BuiltIndex;
  /** By which it is told of, unless somebody has changed the list since it was built. */
  told: Write;
  dropped: readonly Version[];
}

interface Version {
  versionId: string;
}

/** Stores a version before the list tells of it. False when somebody else changed the list meanwhile. */
export async function putVersion(
  store: Store,
  key: IndexKey,
  { version, index, told, dropped }: NewVersion,
): Promise<boolean> {
  await putIndex(key, version.versionId, index);
  const isTaken = await store.writeOne(told);
  // Where somebody else was quicker, what was built here is in nobody's way, and of no use.
  for (const { versionId } of isTaken ? dropped : [version]) await removeIndex(key, versionId);
  return isTaken;
}
