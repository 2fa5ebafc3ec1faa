import type { BuiltIndex } from '@assay/watchlist';
import type { Store, Write } from '#shared/platform/store/store.ts';
import { JOINT } from '../lists/joint-index.ts';
import { isOwn } from '../lists/list-id.ts';
import type { DeltaEntries } from '../lists/list-version.ts';
import {
  archiveIndex,
  type IndexKey,
  putDelta,
  putDigests,
  putIndex,
  removeArchivedIndex,
  removeIndex,
} from '../repository/list-indexes.ts';
import { writeAll } from './record-list-change.ts';

interface NewVersion {
  version: Version;
  index: BuiltIndex;
  /** For comparison with later versions; the joint index has none. */
  digests?: Buffer;
  /** Examples of entries that the version added and removed. */
  deltaEntries?: DeltaEntries;
  /**
   * Conditional writes that make the list refer to the version, unless the list has changed since.
   */
  writes: readonly Write[];
  dropped: readonly Version[];
}

interface Version {
  versionId: string;
}

/**
 * Stores the objects of a version before the list refers to them. Returns false if a concurrent
 * writer won.
 */
export async function putVersion(
  context: { store: Store; newId: () => string },
  key: IndexKey,
  { version, index, digests, deltaEntries, writes, dropped }: NewVersion,
): Promise<boolean> {
  if (digests) await putDigests(key, version.versionId, digests);
  if (deltaEntries) await putDelta(key, version.versionId, deltaEntries);
  // Runs name the versions of lists, never that of the joint index. What an organization deletes is kept nowhere.
  const isArchived = key !== JOINT && !isOwn(key);
  if (isArchived) await archiveIndex(key, version.versionId, index);
  await putIndex(key, version.versionId, index);
  const isTaken = await writeAll(context, writes);
  // Nothing refers to the objects of a version that lost the race.
  for (const { versionId } of isTaken ? dropped : [version]) await removeIndex(key, versionId);
  if (!isTaken && isArchived) await removeArchivedIndex(key, version.versionId);
  return isTaken;
}
