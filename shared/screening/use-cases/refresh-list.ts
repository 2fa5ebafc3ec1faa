import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TERM_BUILDER_VERSION } from '@assay/names';
import { DETAIL_VERSION } from '@assay/watchlist';
import { ListUnreadable } from '@assay/watchlist/parsers';
import type { WorkerContext } from '#shared/platform/context.ts';
import { logUnfetched } from '#shared/platform/log.ts';
import { archiveFiles } from '../lists/archive-files.ts';
import { FetchFailed } from '../lists/fetch-file.ts';
import type { FetchedList } from '../lists/fetch-list.ts';
import { type Outcome, withOutcome as withDay, withOutcomeOf } from '../lists/list-calendar.ts';
import { listEvent, SCHEDULE } from '../lists/list-event.ts';
import { editionsOf, hasAddress, refreshOf } from '../lists/list-files.ts';
import { isOwn, type ListId } from '../lists/list-id.ts';
import {
  addFault,
  holdBack,
  isUpToDate,
  type ListState,
  type ListVersion,
  supersede,
  withoutPublisherHeld,
} from '../lists/list-state.ts';
import type { Origin } from '../lists/list-version.ts';
import type { ReadUpload } from '../lists/own-list.ts';
import { readList } from '../lists/read-list.ts';
import { NothingReadable } from '../lists/read-own-list.ts';
import { recordCheck } from '../repository/list-checks.ts';
import { recordListEvent } from '../repository/list-history.ts';
import { removeIndex } from '../repository/list-indexes.ts';
import { readListState, replaceListState } from '../repository/list-states.ts';
import { wakeWatches } from '../watches/watch-message.ts';
import { deltaOfVersion } from './delta-of-version.ts';
import { doubtsOfVersion } from './doubts-of-version.ts';
import { type FetchOptions, fetchPublication, type RefreshRequest } from './fetch-publication.ts';
import { isSingleApproval, operatorMark } from './list-operators.ts';
import { putVersion } from './put-version.ts';
import { workerChangeWrites, writeAll } from './record-list-change.ts';
import { withPinned } from './with-pinned.ts';

/**
 * Downloads a list, parses it, builds its index, checks it, and only then makes it the active
 * version. If any step fails, the active version stays. Idempotent. Returns false if nothing was
 * written: a concurrent writer won, or the publisher did not answer.
 */
export async function refreshList(
  context: WorkerContext,
  request: RefreshRequest,
  options: FetchOptions = {},
): Promise<boolean> {
  const state = await readListState(context.store, request.key);
  // Deleted since the refresh was requested.
  if (isOwn(request.key) && !state.own) return true;
  const [preferred = options, ...fallbacks] = formatsToTry(context, request, state, options);
  try {
    return await refreshFrom(context, request, state, preferred);
  } catch (error) {
    if (isOfFiles(error)) {
      const isTaken = await refreshByFallback(context, request, state, fallbacks);
      if (isTaken !== undefined) return isTaken;
    }
    const fault = faultIn(error, originOf(request));
    if (fault === undefined) {
      if (error instanceof FetchFailed && !request.upload) await recordFailure(context, state, request.key);
      if (!isPassing(error)) throw error;
      logUnfetched({ list: request.key, code: error.code });
      return false;
    }
    return await reportFault(context, request, withRefused(context, request, state, error), fault);
  }
}

/** No change of the list, but attestations say so. */
const recordFailure = (context: WorkerContext, state: ListState, list: ListId) =>
  context.store.writeOne(recordCheck(context, state, { list, outcome: 'failed' }));

/** The formats in which a publication may be had. Others than the preferred one are for a failure that lasts. */
function formatsToTry(context: WorkerContext, request: RefreshRequest, state: ListState, options: FetchOptions) {
  if (request.upload || options.addresses || options.crawl) return [options];
  const [preferred = {}, ...fallbacks] = editionsOf(request.key).map((addresses) => ({ ...options, addresses }));
  return [preferred, ...(mayFallBack(request.key, state, editionOf(preferred), context.now) ? fallbacks : [])];
}

const HOUR_MS = 60 * 60 * 1000;

/**
 * Publishers fail in bursts: a version in the preferred format is not exchanged for one with fewer facts until it has
 * gone unconfirmed for half the time after which it is stale.
 */
function mayFallBack(key: ListId, { active, confirmedAt }: ListState, preferred: string | undefined, now: Date) {
  if (!active || active.edition !== preferred || confirmedAt === null) return true;
  const refresh = refreshOf(key);
  return refresh !== undefined && now.getTime() - Date.parse(confirmedAt) > (refresh.staleAfterHours / 2) * HOUR_MS;
}

const isOfFiles = (error: unknown) => error instanceof FetchFailed || error instanceof ListUnreadable;

/** Undefined if no other format can be had either: the fault of the preferred one is reported. */
async function refreshByFallback(
  context: WorkerContext,
  request: RefreshRequest,
  state: ListState,
  fallbacks: readonly FetchOptions[],
): Promise<boolean | undefined> {
  for (const options of fallbacks)
    try {
      return await refreshFrom(context, request, state, options);
    } catch (error) {
      if (!isOfFiles(error)) throw error;
    }
  return undefined;
}

async function refreshFrom(
  context: WorkerContext,
  request: RefreshRequest,
  state: ListState,
  options: FetchOptions,
): Promise<boolean> {
  const directory = await mkdtemp(join(tmpdir(), 'list-'));
  try {
    const fetched = await fetchPublication(request, state, directory, options);
    if (fetched === 'nothing') return true;
    if (fetched === 'unchanged') return await confirm(context, request, state);
    if (isActive(state, fetched)) return await confirm(context, request, state, fetched);
    if (isHeld(state, request, fetched)) return await reportHeldAgain(context, request, state);
    return await takeOver(context, request, state, { ...fetched, edition: editionOf(options) });
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

const editionOf = ({ addresses, crawl }: FetchOptions) =>
  crawl || !addresses ? undefined : Object.keys(addresses).toSorted().join(' ');

const originOf = ({ upload }: RefreshRequest): Origin => (upload ? 'upload' : 'publisher');

/**
 * Publishers fail in bursts, so a failed download is retried on the next tick, and until then the
 * list only becomes older. A URL that does not exist is not retried: it is a defect.
 */
const isPassing = (error: unknown): error is FetchFailed =>
  error instanceof FetchFailed && (error.code === 'unreachable' || error.code === 'cut_short');

/** The fault of the files themselves, if any, which only an operator can resolve. */
function faultIn(error: unknown, origin: Origin): string | undefined {
  if (error instanceof ListUnreadable) return `unreadable_${error.code}`;
  if (!(error instanceof FetchFailed)) return undefined;
  if (error.code === 'too_large') return 'unreadable_too_large';
  // Checked when the refresh was requested; unused uploads are removed after two days.
  return error.code === 'not_found' && origin === 'upload' ? 'upload_missing' : undefined;
}

/** The same files, read by the same rules. */
const isActive = ({ active }: ListState, { digest }: FetchedList) => active?.digest === digest && isUpToDate(active);

/**
 * A file that the publisher has too is treated as the publisher's, even if the same file was
 * uploaded.
 */
const isHeld = ({ held }: ListState, request: RefreshRequest, { digest }: FetchedList) =>
  held.some((one) => one.digest === digest && one.origin === originOf(request));

/** What became of the file of an own list, for the person who uploaded it. */
function withOutcome(
  { now }: WorkerContext,
  { upload }: RefreshRequest,
  state: ListState,
  found: Omit<ReadUpload, 'uploadId' | 'fileName' | 'readAt'>,
): ListState {
  if (!state.own || !upload) return state;
  const { uploadId, fileName } = upload;
  return { ...state, own: { ...state.own, lastUpload: { uploadId, fileName, readAt: now.toISOString(), ...found } } };
}

const NOTHING_READ = { entryCount: 0, unreadCount: 0, unreadRows: [] };

function withRefused(context: WorkerContext, request: RefreshRequest, state: ListState, error: unknown): ListState {
  const rows = error instanceof NothingReadable ? error : undefined;
  const unread = rows ? { unreadCount: rows.unreadCount, unreadRows: [...rows.unread] } : {};
  return withOutcome(context, request, state, { outcome: 'refused', ...NOTHING_READ, ...unread });
}

async function reportHeldAgain(context: WorkerContext, request: RefreshRequest, state: ListState): Promise<boolean> {
  const known = { ...NOTHING_READ, entryCount: state.held.at(-1)?.entryCount ?? 0 };
  const after = withOutcome(context, request, state, { outcome: 'held', ...known });
  if (after === state) return recordDay(context, request, state, 'held');
  return writeAll(context, [replaceListState(request.key, state, after)]);
}

async function reportFault(
  context: WorkerContext,
  { key, upload, requester }: RefreshRequest,
  before: ListState,
  fault: string,
): Promise<boolean> {
  const after = addFault(before, upload ? 'upload' : 'publisher', fault);
  const change = { type: 'screening.list.refused', reasons: [fault], upload, requester } as const;
  const isKnown = before.attentionReasons.includes(fault) && !upload;
  // A broken file is downloaded again and again: the history records it once.
  return isKnown
    ? recordDay(context, { key }, before, 'failed')
    : writeAll(context, await workerChangeWrites(context, key, { before, after }, change));
}

/** A state that lasts is one event, but an outcome of every day. */
async function recordDay(
  context: WorkerContext,
  { key, upload }: RefreshRequest,
  before: ListState,
  outcome: Outcome,
): Promise<boolean> {
  if (upload) return true;
  const after = withDay(before, outcome, context.now);
  const check = recordCheck(context, after, { list: key, outcome: outcome === 'failed' ? 'failed' : 'held' });
  return writeAll(context, [...(after === before ? [] : [replaceListState(key, before, after)]), check]);
}

/**
 * Confirms that the publisher has the active version, which makes held versions obsolete. An upload
 * of the same file confirms a list without a publisher; for other lists it confirms nothing.
 */
async function confirm(
  context: WorkerContext,
  request: RefreshRequest,
  before: ListState,
  { validators }: Pick<FetchedList, 'validators'> = before,
): Promise<boolean> {
  const { key, upload, requester } = request;
  const confirmedAt = context.now.toISOString();
  if (upload) {
    const confirmed = hasAddress(key) ? {} : { confirmedAt };
    const read = { ...NOTHING_READ, entryCount: before.active?.entryCount ?? 0 };
    const known = withOutcome(context, request, before, { outcome: 'confirmed', ...read });
    const after = { ...known, ...confirmed, uploadFaults: [] };
    const version = before.active;
    const change = { type: 'screening.list.confirmed', version, upload, requester } as const;
    return writeAll(context, await workerChangeWrites(context, key, { before, after }, change));
  }
  const { state, dropped } = await withPinned(context, withoutPublisherHeld(before));
  const type = 'screening.list.confirmed';
  const confirmed = withOutcomeOf({ ...state, validators, confirmedAt }, type, context.now);
  const isFirstToday = before.confirmedAt?.slice(0, 10) !== confirmedAt.slice(0, 10);
  const event = listEvent(context, { type, list: key, actor: SCHEDULE, version: before.active });
  const isTaken = await writeAll(context, [
    replaceListState(key, before, confirmed),
    recordCheck(context, confirmed, { list: key, outcome: 'confirmed' }),
    // Lists are confirmed every hour or two: the history of the list records it once a day.
    ...(isFirstToday ? [recordListEvent(key, event)] : []),
  ]);
  if (isTaken) for (const { versionId } of dropped) await removeIndex(key, versionId);
  return isTaken;
}

async function takeOver(
  context: WorkerContext,
  request: RefreshRequest,
  before: ListState,
  { files, digest, validators, edition }: FetchedList & { edition: string | undefined },
): Promise<boolean> {
  const { key, upload, requester, requested } = request;
  const { report, unread = [], ...built } = await readList(key, files, { columns: request.columns });
  const doubts = await doubtsOfVersion(context, key, before.active, { report, edition, ...built });
  const difference = await deltaOfVersion(key, before.active, built);
  // The archive cannot be erased, so it has no file of an organization.
  const archived = isOwn(key) ? undefined : await archiveFiles(files);
  const needsApproval = isOwn(key) ? request.needsApproval === true : upload !== undefined && !isSingleApproval();
  const version: ListVersion = {
    versionId: context.newId(),
    publishedAt: report.publishedAt,
    builtAt: context.now.toISOString(),
    entryCount: report.entryCount,
    droppedEntries: report.droppedEntries,
    counts: report.counts,
    ...(difference && { delta: difference.delta }),
    digest,
    ...(archived && { files: archived }),
    termBuilderVersion: TERM_BUILDER_VERSION,
    detailVersion: DETAIL_VERSION,
    ...(edition !== undefined && { edition }),
    origin: originOf(request),
    reasons: [...(needsApproval ? ['approval_required'] : []), ...doubts],
    ...(upload && { uploadedBy: upload.uploadedBy, uploadedIn: upload.uploadedIn }),
    ...(requester && { requestedBy: requester.principal, requestedIn: operatorMark(requester.organizationId) }),
    ...requested,
  };
  const isTrusted = version.reasons.length === 0;
  const change = isTrusted ? supersede(before, version) : holdBack(before, version);
  const { state, dropped } = await withPinned(context, change);
  const confirmed = isTrusted ? { validators, confirmedAt: context.now.toISOString() } : {};
  const after = withOutcome(
    context,
    request,
    { ...state, ...confirmed },
    {
      outcome: isTrusted ? 'activated' : 'held',
      entryCount: report.entryCount,
      unreadCount: report.droppedEntries,
      unreadRows: [...unread],
    },
  );
  const type = isTrusted ? 'screening.list.activated' : 'screening.list.held';
  const recorded = { type, version, upload, requester } as const;
  const writes = await workerChangeWrites(context, key, { before, after }, recorded);
  const deltaEntries = difference?.deltaEntries ?? { added: [], removed: [] };
  const isTaken = await putVersion(context, key, { version, ...built, deltaEntries, writes, dropped });
  if (isTaken && isTrusted) await wakeWatches(key);
  return isTaken;
}
