import { getBlob, putBlob, removeBlob } from '#shared/platform/blobs.ts';
import type { BuiltIndex } from '../index/build-index.ts';
import { type ListIndex, openIndex } from '../index/list-index.ts';
import type { JOINT } from '../lists/joint-index.ts';
import type { ListKey } from '../lists/list.ts';

export type IndexKey = ListKey | typeof JOINT;

/** The index of a list version: two objects that never change. */
const objectOf = (key: IndexKey, versionId: string, part: 'table' | 'details') =>
  `indexes/${key}/${versionId}/${part}`;

export async function putIndex(
  key: IndexKey,
  versionId: string,
  { table, details }: BuiltIndex,
): Promise<void> {
  await putBlob('lists', objectOf(key, versionId, 'details'), details);
  await putBlob('lists', objectOf(key, versionId, 'table'), table);
}

export async function removeIndex(key: IndexKey, versionId: string): Promise<void> {
  await removeBlob('lists', objectOf(key, versionId, 'table'));
  await removeBlob('lists', objectOf(key, versionId, 'details'));
}

/** One version of each list stays open in a warm function; a newer one takes its place. */
const open = new Map<IndexKey, { versionId: string; index: Promise<ListIndex | undefined> }>();

/** Undefined when the objects are gone. */
export function readIndex(key: IndexKey, versionId: string): Promise<ListIndex | undefined> {
  const warm = open.get(key);
  if (warm?.versionId === versionId) return warm.index;
  const index = openStored(key, versionId);
  open.set(key, { versionId, index });
  index.catch(() => open.delete(key)); // so that the next run asks again
  return index;
}

async function openStored(key: IndexKey, versionId: string): Promise<ListIndex | undefined> {
  const table = await getBlob('lists', objectOf(key, versionId, 'table'));
  const details = objectOf(key, versionId, 'details');
  return (
    table &&
    openIndex(table, async (offset, length) => {
      const bytes = await getBlob('lists', details, { offset, length });
      if (!bytes) throw new Error('The details of a list version are gone.');
      return bytes;
    })
  );
}
