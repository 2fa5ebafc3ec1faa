import type { Store, Write } from '#shared/platform/store/store.ts';
import type { BuiltIndex } from '../index/build-index.ts';
import { type IndexKey, putDigests, putIndex, removeIndex } from '../repository/list-indexes.ts';
import { writeAll } from './record-list-change.ts';

interface NewVersion {
  version: Version;
  index: BuiltIndex;
  /** What later versions are compared with; the index that several lists share has none. */
  digests?: Buffer;
  /** Make the version known, unless the list has changed since it was built. */
  writes: readonly Write[];
  dropped: readonly Version[];
}

interface Version {
  versionId: string;
}

/** Stores the objects of a version before the list refers to them. False when another writer was faster. */
export async function putVersion(
  context: { store: Store; newId: () => string },
  key: IndexKey,
  { version, index, digests, writes, dropped }: NewVersion,
): Promise<boolean> {
  if (digests) await putDigests(key, version.versionId, digests);
  await putIndex(key, version.versionId, index);
  const isTaken = await writeAll(context, writes);
  // Nothing refers to the objects of a version that came too late.
  for (const { versionId } of isTaken ? dropped : [version]) await removeIndex(key, versionId);
  return isTaken;
}
