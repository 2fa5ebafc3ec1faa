import { Problem } from '@assay/foundation';
import type { ListIndex, ScreenedList } from '@assay/watchlist';
import type { Context } from '#shared/platform/context.ts';
import { logDefect, logDependencyFailure } from '#shared/platform/log.ts';
import { JOINT, type JointState, membersFor } from '../lists/joint-index.ts';
import { ListKey, listKindOf } from '../lists/list.ts';
import { isPublisherInDoubt } from '../lists/list-state.ts';
import { readIndex } from '../repository/list-indexes.ts';
import { readRecentListsToSearch } from '../repository/list-states.ts';
import type { RunSource } from '../run.ts';
import { presentSource, type ScreeningSource } from '../source.ts';

interface OpenLists {
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
  { store, now, requestId }: Pick<Context, 'store' | 'now' | 'requestId'>,
  { sources: asked, willRetry }: Asked,
): Promise<OpenLists> {
  const known = asked.flatMap((key) => ListKey.safeParse(key).data ?? []);
  const { states, joint } = await readRecentListsToSearch(store, known);
  const shown = new Map<string, ScreeningSource>();
  for (const [key, state] of states) {
    const source = presentSource(key, state, { now, isOperator: false });
    // A held or unreadable upload does not affect the active version.
    shown.set(key, { ...source, attention: isPublisherInDoubt(state) });
  }
  const logged = (error: unknown) => {
    (error instanceof Problem ? logDependencyFailure : logDefect)('openIndex', requestId, error);
    return undefined;
  };
  // The joint index only saves time: without it each list is searched by its own.
  const jointLists = await openJoint(joint, shown).catch(logged);
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
      return { source, list: { ...source, ...part, listKind: listKindOf(key) } };
    }),
  );
  return {
    sources: opened.map(({ source }) => source),
    lists: opened.map(({ list }) => list),
  };
}

const versionOf = (source: ScreeningSource | undefined) =>
  source?.enabled ? (source.versionId ?? undefined) : undefined;

async function openOne(source: ScreeningSource | undefined): Promise<ListIndex | undefined> {
  const key = ListKey.safeParse(source?.key).data;
  const versionId = versionOf(source);
  return key && versionId ? readIndex(key, versionId) : undefined;
}

/**
 * The lists that the joint index serves; undefined if there are too few, or their versions have
 * changed.
 */
async function openJoint(
  state: JointState,
  shown: ReadonlyMap<string, ScreeningSource>,
): Promise<ReadonlyMap<string, Pick<ScreenedList, 'index' | 'stretch'>> | undefined> {
  const joint = membersFor(state, (key) => versionOf(shown.get(key)));
  const index = joint && (await readIndex(JOINT, joint.versionId));
  if (!index) return undefined;
  return new Map(joint.members.map(({ key, stretch }) => [key, { index, stretch }]));
}

const sourceOf = (key: string, shown: ScreeningSource | undefined, missing: boolean): RunSource => ({
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
