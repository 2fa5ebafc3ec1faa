import type { WorkerContext } from '#shared/worker.ts';
import { IndexBuilder } from '../index/build-index.ts';
import type { ListKey } from '../lists/list.ts';
import { activate, isOfThisBuilder, type ListVersion } from '../lists/list-state.ts';
import { TERM_BUILDER_VERSION } from '../names/term-builder-version.ts';
import { readIndex } from '../repository/list-indexes.ts';
import { readListState, replaceListState } from '../repository/list-states.ts';
import { putVersion } from './put-version.ts';

/**
 * Builds the active version again from its own entries, where another version of the term builder had built
 * it: its publisher need not be asked, who may have nothing new for months. Until then the list is searched
 * by the terms it has. Done twice, it does nothing new.
 */
export async function reindexList(
  { store, now, newId }: WorkerContext,
  key: ListKey,
): Promise<void> {
  const state = await readListState(store, key);
  const { active } = state;
  if (!active || isOfThisBuilder(active)) return;
  const index = await readIndex(key, active.versionId);
  if (!index) return;

  const builder = new IndexBuilder();
  for await (const entry of index.everyEntry()) await builder.addWithTables(entry);
  const version: ListVersion = {
    ...active,
    ...{ versionId: newId(), builtAt: now.toISOString() },
    termBuilderVersion: TERM_BUILDER_VERSION,
  };
  const { state: after, dropped } = activate(state, version);
  // What an operator has to look at has not changed by this.
  const told = replaceListState(key, state, { ...after, attentionReasons: state.attentionReasons });
  await putVersion(store, key, { version, index: builder.finish(), told, dropped });
}
