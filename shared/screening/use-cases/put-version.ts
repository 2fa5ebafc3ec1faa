import type { BuiltIndex } from '@assay/watchlist';
import type { Store, Write } from '#shared/platform/store/store.ts';
import { type IndexKey, putDigests, putIndex, removeIndex } from '../repository/list-indexes.ts';
import { writeAll } from './record-list-change.ts';

interface NewVersion {
  version: Version;
  index: BuiltIndex;
  /** For comparison with later versions; the joint index has none. */
  digests?: Buffer;
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
  { version, index, digests, writes, dropped }: NewVersion,
): Promise<boolean> {
  if (digests) await putDigests(key, version.versionId, digests);
  await putIndex(key, version.versionId, index);
  const isTaken = await writeAll(context, writes);
  // Nothing refers to the objects of a version that lost the race.
  for (const { versionId } of isTaken ? dropped : [version]) await removeIndex(key, versionId);
  return isTaken;
}
