import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { logUnfetched } from '#shared/platform/log.ts';
import type { WorkerContext } from '#shared/worker.ts';
import { DETAIL_VERSION } from '../index/detail-record.ts';
import { ListUnreadable } from '../list-parsers/reading/list-unreadable.ts';
import { FetchFailed } from '../lists/fetch-file.ts';
import type { FetchedList } from '../lists/fetch-list.ts';
import type { ListKey } from '../lists/list.ts';
import {
  doubtsAbout,
  holdBack,
  isUpToDate,
  type ListState,
  type ListVersion,
  supersede,
  withoutHeld,
} from '../lists/list-state.ts';
import { readList } from '../lists/read-list.ts';
import { TERM_BUILDER_VERSION } from '../names/term-builder-version.ts';
import { removeIndex } from '../repository/list-indexes.ts';
import { readListState, replaceListState } from '../repository/list-states.ts';
import { type FetchOptions, fetchPublication, type RefreshRequest } from './fetch-publication.ts';
import { putVersion } from './put-version.ts';

/**
 * Fetches a list, reads it, builds its index, and only then lets it take the place of the active one.
 * Whatever goes wrong before that leaves the active version serving; done twice, it does nothing new.
 * False when nothing came of it: somebody else changed the list meanwhile, or its publisher did not answer.
 */
export async function refreshList(
  context: WorkerContext,
  request: RefreshRequest,
  options: FetchOptions = {},
): Promise<boolean> {
  const state = await readListState(context.store, request.key);
  const directory = await mkdtemp(join(tmpdir(), 'list-'));
  try {
    const fetched = await fetchPublication(request, state, directory, options);
    if (fetched === 'nothing') return true;
    if (fetched === 'unchanged') return await confirm(context, request, state);
    if (isActive(state, fetched)) return await confirm(context, request, state, fetched);
    if (state.held.some(({ digest }) => digest === fetched.digest)) return true;
    return await takeOver(context, request.key, state, fetched);
  } catch (error) {
    if (isPassing(error)) {
      logUnfetched({ list: request.key, code: error.code });
      return false;
    }
    const code = faultIn(error);
    if (code === undefined) throw error;
    const doubtful = { ...state, attentionReasons: [`unreadable_${code}`] };
    return await context.store.writeOne(replaceListState(request.key, state, doubtful));
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

/**
 * Publishers fail in bursts. The clock asks again within half an hour; until then the list only grows stale,
 * and one that stays so is told of by itself. An address that leads nowhere does not pass.
 */
const isPassing = (error: unknown): error is FetchFailed =>
  error instanceof FetchFailed && (error.code === 'unreachable' || error.code === 'cut_short');

/** What is wrong with the files themselves, if anything: only a person can do something about it. */
function faultIn(error: unknown): string | undefined {
  if (error instanceof ListUnreadable) return error.code;
  return error instanceof FetchFailed && error.code === 'too_large' ? error.code : undefined;
}

/** The same files, read by the same rules. */
const isActive = ({ active }: ListState, { digest }: FetchedList) =>
  active?.digest === digest && isUpToDate(active);

/**
 * The publisher has the active version: what was held back for being another is of no use any more. What
 * somebody hands in says nothing of what the publisher has.
 */
async function confirm(
  { store, now }: WorkerContext,
  { key, upload }: RefreshRequest,
  before: ListState,
  { validators }: Pick<FetchedList, 'validators'> = before,
): Promise<boolean> {
  const { state, dropped } = upload ? { state: before, dropped: [] } : withoutHeld(before);
  const confirmed = { ...state, validators, confirmedAt: now.toISOString() };
  const isTaken = await store.writeOne(replaceListState(key, before, confirmed));
  if (isTaken) for (const { versionId } of dropped) await removeIndex(key, versionId);
  return isTaken;
}

async function takeOver(
  { store, now, newId }: WorkerContext,
  key: ListKey,
  state: ListState,
  { files, digest, validators }: FetchedList,
): Promise<boolean> {
  const { report, index } = await readList(key, files);
  const version: ListVersion = {
    versionId: newId(),
    publishedAt: report.publishedAt,
    builtAt: now.toISOString(),
    entryCount: report.entryCount,
    droppedEntries: report.droppedEntries,
    digest,
    termBuilderVersion: TERM_BUILDER_VERSION,
    detailVersion: DETAIL_VERSION,
  };
  const doubts = doubtsAbout(version, state.active);
  const isTrusted = doubts.length === 0;
  const { state: after, dropped } = isTrusted
    ? supersede(state, version)
    : holdBack(state, version, doubts);
  const confirmed = isTrusted ? { validators, confirmedAt: now.toISOString() } : {};
  const told = replaceListState(key, state, { ...after, ...confirmed });
  return putVersion(store, key, { version, index, told, dropped });
}
