import type { WorkerContext } from '#shared/platform/context.ts';
import { type Comparison, compareDigests, openDigests } from '../lists/entry-digests.ts';
import type { ListId } from '../lists/list-id.ts';
import { hasTheseDetails } from '../lists/list-state.ts';
import type { ListVersion } from '../lists/list-version.ts';
import { type ReadList, siblingsOf } from '../lists/read-list.ts';
import { doubtsAbout } from '../lists/version-doubts.ts';
import { readDigests } from '../repository/list-indexes.ts';
import { readListStates } from '../repository/list-states.ts';

/** Compares a new version with the active one, and with lists of the same format. */
export async function doubtsOfVersion(
  { store }: WorkerContext,
  key: ListId,
  active: ListVersion | null,
  { report, digests, edition }: Pick<ReadList, 'report' | 'digests'> & Pick<ListVersion, 'edition'>,
): Promise<string[]> {
  const next = openDigests(digests);
  const comparedTo = async (list: ListId, version: ListVersion): Promise<Comparison[]> => {
    const previous = await readDigests(list, version.versionId);
    return previous ? [compareDigests(previous, next)] : [];
  };
  const siblings: Comparison[] = [];
  const keys = siblingsOf(key);
  for (const [list, sibling] of keys.length > 0 ? await readListStates(store, keys) : [])
    if (sibling.active) siblings.push(...(await comparedTo(list, sibling.active)));
  const [comparison] = active ? await comparedTo(key, active) : [];
  return doubtsAbout({
    key,
    next: report,
    siblings,
    ...(active && {
      previous: { ...active, comparison: readAlike(active, edition, comparison ?? unknown(active, report)) },
    }),
  });
}

/**
 * Other rules of parsing, or another format of the same publication, change entries that the publisher has not changed.
 * Their ids and kinds are compared all the same.
 */
function readAlike(active: ListVersion, edition: string | undefined, comparison: Comparison): Comparison {
  const isSameFormat = !edition || !active.edition || edition === active.edition;
  return isSameFormat && hasTheseDetails(active) ? comparison : { ...comparison, changed: 0 };
}

/**
 * If the objects of the active version are gone, ids cannot be compared; sizes and kinds still are.
 */
const unknown = (active: ListVersion, { entryCount }: ReadList['report']): Comparison => ({
  previousCount: active.entryCount,
  kept: active.entryCount,
  changed: 0,
  added: Math.max(0, entryCount - active.entryCount),
});
