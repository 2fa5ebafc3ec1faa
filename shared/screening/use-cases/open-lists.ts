import { Problem } from '@assay/foundation';
import type { ListIndex, ScreenedList } from '@assay/watchlist';
import type { Scope } from '#shared/platform/caller.ts';
import type { Context } from '#shared/platform/context.ts';
import { logDefect, logDependencyFailure } from '#shared/platform/log.ts';
import { JOINT, type JointState, membersFor } from '../lists/joint-index.ts';
import { kindOf } from '../lists/list.ts';
import { isOwn, keyOfList, type ListId, listIdOf } from '../lists/list-id.ts';
import { isPublisherInDoubt } from '../lists/list-state.ts';
import { readIndex } from '../repository/list-indexes.ts';
import { readRecentListsToSearch } from '../repository/list-states.ts';
import type { RunSource } from '../run.ts';
import { presentSource, type ScreeningSource } from '../source.ts';

export interface OpenLists {
  sources: RunSource[];
  lists: ScreenedList[];
}

interface Asked {
  sources: readonly string[];
  /** Whether the caller retries by itself after this error. */
  willRetry: (error: unknown) => boolean;
}

/** Opens the requested lists, each with its own index or as part of the joint index. */
export async function openLists(
  { store, now, requestId, caller }: Opening,
  { sources: asked, willRetry }: Asked,
): Promise<OpenLists> {
  const known = asked.flatMap((key) => listIdOf(caller, key) ?? []);
  const { states, joint } = await readRecentListsToSearch(store, known);
  const shown = new Map<string, Shown>();
  for (const [id, state] of states) {
    if (isOwn(id) && !state.own) continue;
    const source = presentSource(id, state, { now, isOperator: false });
    // A held or unreadable upload does not affect the active version.
    shown.set(keyOfList(id), { id, source: { ...source, attention: isPublisherInDoubt(state) } });
  }
  const logged = (error: unknown) => {
    (error instanceof Problem ? logDependencyFailure : logDefect)('openIndex', requestId, error);
    return undefined;
  };
  // The joint index only saves time: without it each list is searched by its own.
  const jointLists = await openJoint(joint, (key) => versionOf(shown.get(key)?.source)).catch(logged);
  // A list that cannot be read counts as missing: the run reports it and is never `clear`.
  const unreadable = (error: unknown) => {
    if (willRetry(error)) throw error;
    return logged(error);
  };
  const opened = await Promise.all(
    asked.map(async (key) => {
      const own = shown.get(key);
      const part = jointLists?.get(key) ?? { index: await openOne(own).catch(unreadable) };
      const source = sourceOf(key, own, part.index === undefined);
      return { source, list: { ...source, ...part, ...kindsOf(source) } };
    }),
  );
  return {
    sources: opened.map(({ source }) => source),
    lists: opened.map(({ list }) => list),
  };
}

type Opening = Pick<Context, 'store' | 'now' | 'requestId'> & { caller: Scope };

/** A list as a run describes it, with what identifies it in the installation. */
interface Shown {
  id: ListId;
  source: ScreeningSource;
}

export const kindsOf = (source: RunSource) => {
  const listKind = kindOf(source);
  // Own lists are the only ones that state their kind, and have no positions.
  return { listKind, ...(source.listKind === 'pep' && { isPepByListing: true }) };
};

/** Opens the lists in the versions that an earlier call found; undefined if one of them is gone. */
export async function openPinned(
  { store, caller }: Pick<Opening, 'store' | 'caller'>,
  sources: readonly RunSource[],
): Promise<OpenLists | undefined> {
  const pinned = new Map(
    sources.flatMap(({ key, versionId, missing }) => (versionId && !missing ? [[key, versionId] as const] : [])),
  );
  const { joint } = await readRecentListsToSearch(store, []);
  const jointLists = await openJoint(joint, (key) => pinned.get(key));
  const opened = await Promise.all(
    sources.map(async (source) => {
      const [id, versionId] = [listIdOf(caller, source.key), pinned.get(source.key)];
      const own = jointLists?.get(source.key) ?? {
        index: id && versionId ? await readIndex(id, versionId) : undefined,
      };
      return { ...source, ...own, ...kindsOf(source) };
    }),
  );
  const isGone = opened.some(({ key, index }) => pinned.has(key) && !index);
  return isGone ? undefined : { sources: [...sources], lists: opened };
}

const versionOf = (source: ScreeningSource | undefined) =>
  source?.enabled ? (source.versionId ?? undefined) : undefined;

async function openOne(shown: Shown | undefined): Promise<ListIndex | undefined> {
  const versionId = versionOf(shown?.source);
  return shown && versionId ? readIndex(shown.id, versionId) : undefined;
}

/**
 * The lists that the joint index serves; undefined if there are too few, or their versions have
 * changed.
 */
async function openJoint(
  state: JointState,
  searchedVersion: (key: string) => string | undefined,
): Promise<ReadonlyMap<string, Pick<ScreenedList, 'index' | 'stretch'>> | undefined> {
  const joint = membersFor(state, searchedVersion);
  const index = joint && (await readIndex(JOINT, joint.versionId));
  if (!index) return undefined;
  return new Map(joint.members.map(({ key, stretch }) => [key, { index, stretch }]));
}

const describe = (key: string, shown: ScreeningSource | undefined, missing: boolean): RunSource => ({
  key,
  versionId: shown?.versionId ?? null,
  publishedAt: shown?.publishedAt ?? null,
  missing,
  stale: shown?.stale ?? false,
  staleReasons: shown?.staleReasons ?? [],
  attention: shown?.attention ?? false,
  droppedEntries: shown?.droppedEntries ?? 0,
  reindexPending: shown?.reindexPending ?? false,
  termBuilderVersion: shown?.termBuilderVersion ?? null,
});

const sourceOf = (key: string, shown: Shown | undefined, missing: boolean): RunSource => ({
  ...describe(key, shown?.source, missing),
  ...(shown && isOwn(shown.id) && { listKind: shown.source.listKind }),
});
