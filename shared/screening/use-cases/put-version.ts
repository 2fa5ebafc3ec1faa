import type { BuiltIndex } from '@assay/watchlist';
import type { Store, Write } from '#shared/platform/store/store.ts';
import type { DeltaEntries } from '../lists/list-version.ts';
import { type IndexKey, putDelta, putDigests, putIndex, removeIndex } from '../repository/list-indexes.ts';
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
  await putIndex(key, version.versionId, index);
  const isTaken = await writeAll(context, writes);
  // Nothing refers to the objects of a version that lost the race.
  for (const { versionId } of isTaken ? dropped : [version]) await removeIndex(key, versionId);
  return isTaken;
}
