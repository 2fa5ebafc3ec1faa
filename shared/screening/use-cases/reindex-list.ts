import { TERM_BUILDER_VERSION } from '@assay/names';
import { IndexBuilder } from '@assay/watchlist';
import type { WorkerContext } from '#shared/platform/context.ts';
import { DigestBuilder } from '../lists/entry-digests.ts';
import { isOwn, type ListId, type OwnListId } from '../lists/list-id.ts';
import { activate, isOfThisBuilder, type ListVersion } from '../lists/list-state.ts';
import { nameTables } from '../name-tables.ts';
import { readIndex } from '../repository/list-indexes.ts';
import { readListState } from '../repository/list-states.ts';
import { registerOwnList } from '../repository/own-lists.ts';
import { wakeWatches } from '../watches/watch-message.ts';
import { putVersion } from './put-version.ts';
import { workerChangeWrites } from './record-list-change.ts';
import { withPinned } from './with-pinned.ts';

/**
 * Rebuilds the index of the active version from its own entries if another version of the term
 * builder built it: the publisher may have nothing new for months. Until then the list is searched
 * by the terms it has. Idempotent.
 */
export async function reindexList(context: WorkerContext, key: ListId): Promise<void> {
  await reindex(context, key);
  if (isOwn(key)) await noteReindexed(context, key);
}

async function noteReindexed({ store }: WorkerContext, id: OwnListId): Promise<void> {
  const { own, active } = await readListState(store, id);
  if (own && (!active || isOfThisBuilder(active))) await store.writeOne(registerOwnList(id));
}

async function reindex(context: WorkerContext, key: ListId): Promise<void> {
  const { store, now, newId } = context;
  const state = await readListState(store, key);
  const { active } = state;
  if (!active || isOfThisBuilder(active)) return;
  const index = await readIndex(key, active.versionId);
  if (!index) return;

  const builder = new IndexBuilder(nameTables);
  const digests = new DigestBuilder();
  for await (const entry of index.everyEntry()) {
    digests.add(entry);
    await builder.addWithTables(entry);
  }
  const version: ListVersion = {
    ...active,
    versionId: newId(),
    builtAt: now.toISOString(),
    termBuilderVersion: TERM_BUILDER_VERSION,
  };
  const { state: activated, dropped } = await withPinned(context, activate(state, version));
  // The entries are the same, so reasons for attention do not change.
  const { attentionReasons, uploadFaults } = state;
  const after = { ...activated, attentionReasons, uploadFaults };
  const change = { type: 'screening.list.reindexed', version } as const;
  const writes = await workerChangeWrites(context, key, { before: state, after }, change);
  const built = { index: builder.finish(), digests: digests.finish() };
  if (await putVersion(context, key, { version, ...built, writes, dropped })) await wakeWatches(key);
}
