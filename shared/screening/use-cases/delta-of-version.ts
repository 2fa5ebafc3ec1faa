import { type ListedEntry, openIndex } from '@assay/watchlist';
import { DELTA_ENTRIES } from '../limits.ts';
import { compareDigests, differingIds, numberOf, openDigests } from '../lists/entry-digests.ts';
import type { ListId } from '../lists/list-id.ts';
import type { DeltaEntries, ListVersion, VersionDelta } from '../lists/list-version.ts';
import type { ReadList } from '../lists/read-list.ts';
import { readDigests, readIndex } from '../repository/list-indexes.ts';

interface Delta {
  delta: VersionDelta;
  deltaEntries: DeltaEntries;
}

/**
 * What a new version adds to the active one and removes from it, for the operator who approves it. Undefined if the
 * objects of the active version are gone.
 */
export async function deltaOfVersion(
  key: ListId,
  active: ListVersion | null,
  { index, digests }: Pick<ReadList, 'index' | 'digests'>,
): Promise<Delta | undefined> {
  const next = openDigests(digests);
  const previous = active ? await readDigests(key, active.versionId) : NOTHING;
  if (!previous) return undefined;
  const { kept, changed, added, previousCount } = compareDigests(previous, next);
  const ids = differingIds(previous, next, DELTA_ENTRIES);
  const built = openIndex(index.table, async (offset, length) => index.details.subarray(offset, offset + length));
  const before = active && ids.removed.size > 0 ? await readIndex(key, active.versionId) : undefined;
  return {
    delta: { comparedTo: active?.versionId ?? null, added, changed, removed: previousCount - kept },
    deltaEntries: {
      added: await namedIn(built.everyEntry(), ids.added),
      removed: before ? await namedIn(before.everyEntry(), ids.removed) : [],
    },
  };
}

const NOTHING = { version: 0, ids: new Float64Array(), contents: new Float64Array() };

async function namedIn(entries: AsyncIterable<ListedEntry>, ids: ReadonlySet<number>) {
  const found: { id: string; name: string }[] = [];
  if (ids.size === 0) return found;
  for await (const { id, names } of entries) {
    if (!ids.has(numberOf(id))) continue;
    found.push({ id, name: names[0]?.text ?? '' });
    if (found.length === ids.size) break;
  }
  return found.toSorted((a, b) => a.name.localeCompare(b.name, 'en'));
}
