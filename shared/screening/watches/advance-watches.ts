import { TERM_BUILDER_VERSION } from '@assay/names';
import { SCORER_VERSION } from '@assay/watchlist';
import type { Scope } from '#shared/platform/caller.ts';
import { addSeconds } from '#shared/platform/clock.ts';
import type { WorkerContext } from '#shared/platform/context.ts';
import { sendMessages } from '#shared/platform/queue.ts';
import { isHeld, newLease } from '#shared/platform/store/lease.ts';
import { listIdOf } from '../lists/list-id.ts';
import { advanceLookBack } from '../look-backs/watch-look-back.ts';
import { pinVersions, unpinVersions } from '../repository/list-pins.ts';
import {
  findWatchScope,
  leaseWatchScope,
  releaseWatchScope,
  saveWatchState,
  verified,
  type WatchState,
  withFailed,
} from '../repository/watch-scopes.ts';
import { dueWatchRows, listWatchRows, type WatchRow, watchRows } from '../repository/watches.ts';
import type { RunSource } from '../run.ts';
import { type OpenLists, openLists, openPinned } from '../use-cases/open-lists.ts';
import { findProfile } from '../use-cases/resolve-policy.ts';
import { candidatesOf } from './delta-candidates.ts';
import { type ChangedEntry, deltaBetween } from './list-delta.ts';
import { reportRescreen, startRescreen } from './rescreen-job.ts';
import { forgetWatch, policyOf, screenWatch, type WatchWork, workOf } from './screen-watch.ts';
import { openKeys } from './watch-keys.ts';
import { watchMessage } from './watch-message.ts';

/** Longer than the timeout of the worker, shorter than the visibility timeout of its message. */
const LEASE_SECONDS = 330;
/** Enough to finish a part and to store where the next turn begins. */
const RESERVE_MS = 30_000;
/** Watches of an organization are looked at again after this time, should every message be lost. */
const NEXT_LOOK_SECONDS = 600;
const ROWS_AT_ONCE = 40;
const ENTRIES_IN_PART = 100;
/** With so many terms to look up for each watch, screening all of them is less work. */
const TERMS_PER_WATCH = 200;

/**
 * One turn of the watches of an organization and mode. One worker at a time has them, and everything that screens a watch
 * happens here: new and changed watches and dates that have come, then the next part of a change of lists, until nothing is
 * left or the time is over. All watches are therefore screened against one set of list versions, `sources`, or against
 * the next one while a change is worked on; a version that came and went in between is never seen by any. Each part is
 * stored before the next, and can run again.
 */
export async function advanceWatches(worker: WorkerContext, message: Scope): Promise<void> {
  const { store } = worker;
  const scope = await findWatchScope(store, message);
  const now = worker.clock();
  if (!scope || isHeld(scope.lease, now)) return;
  const lease = newLease({ now, newId: worker.newId }, LEASE_SECONDS);
  if (!(await store.writeOne(leaseWatchScope(scope, lease)))) return;
  let isDone = false;
  try {
    const work = workOf(worker, scope, await openKeys(scope, scope));
    isDone = await takeParts(work, scope.state, (state) => store.writeOne(saveWatchState(scope, lease, state)));
  } finally {
    const nextAt = addSeconds(worker.clock(), isDone ? NEXT_LOOK_SECONDS : 0);
    await store.writeOne(releaseWatchScope(scope, lease, nextAt));
  }
  // What was stored while this worker had the lease was told to no other.
  const left = isDone ? await dueWatchRows(store, message, worker.clock(), 1) : [];
  if (!isDone || left.length > 0) await sendMessages('watchTurns', [watchMessage(message)]);
}

type Save = (state: WatchState) => Promise<boolean>;

/** True if nothing is left to do. */
async function takeParts(work: WatchWork, begun: WatchState, save: Save): Promise<boolean> {
  const { worker } = work;
  const hasTime = () => worker.remainingMs() > RESERVE_MS;
  for (let state = begun; ; ) {
    const part = await nextPart(work, state);
    if (!(await save(part.state))) return true;
    if (part.isLast) return true;
    state = part.state;
    if (!hasTime()) return false;
  }
}

interface Part {
  state: WatchState;
  isLast: boolean;
}

async function nextPart(work: WatchWork, state: WatchState): Promise<Part> {
  const due = await screenDue(work, await withCurrent(work, state));
  if (due.screened > 0) return { state: due.state, isLast: false };
  const { state: current } = due;
  if (current.anew) return { state: await anewPart(work, current, current.anew), isLast: false };
  if (current.target) return { state: await deltaPart(work, current, current.target), isLast: false };
  const now = work.worker.clock();
  // Everything is verified: what is left of the turn is for look-backs.
  if (current.lists.length > 0 && (await advanceLookBack(work)))
    return { state: verified(current, now), isLast: false };
  return { state: current.lists.length > 0 ? verified(current, now) : { ...current, verifiedAt: null }, isLast: true };
}

/** The state with the work that a change of lists, profiles or rules asks for. A change that is being worked on is finished first. */
async function withCurrent(work: WatchWork, state: WatchState): Promise<WatchState> {
  const { sources } = await openLists(openingOf(work), { sources: state.lists, willRetry: () => true });
  const rules = await rulesOf(work, state.profiles);
  if (state.lists.length === 0) return { ...state, rules };
  // What a list states of itself changes without a version.
  const isSame = (one: RunSource, other: RunSource | undefined) =>
    other !== undefined && searchedVersion(other) === searchedVersion(one) && other.listKind === one.listKind;
  const fresh = state.sources.map((one) => {
    const now = sources.find(({ key }) => key === one.key);
    return now && isSame(one, now) ? now : one;
  });
  if (state.rules !== null && state.rules !== rules && !(state.anew && state.anew.rules === rules))
    return beginAnew(work, { ...state, sources: fresh }, { sources, rules });
  if (state.anew || state.target) return { ...state, sources: fresh };
  const isCurrent = fresh.every((one) =>
    isSame(
      one,
      sources.find(({ key }) => key === one.key),
    ),
  );
  if (isCurrent) return { ...state, sources: fresh, rules };
  return pinned(work, { ...state, sources: fresh, rules, target: { sources, part: 0 } });
}

/** Null for a list that is not searched: it has no version, or is switched off. */
const searchedVersion = ({ missing, versionId }: RunSource) => (missing ? null : versionId);

/** Whatever decides about results beside customers and lists. */
async function rulesOf({ worker, caller }: WatchWork, keys: readonly string[]): Promise<string> {
  const profiles = await Promise.all(keys.map((key) => findProfile(worker.store, caller, key)));
  const versions = profiles.map((profile, at) => `${keys[at]}:${profile?.version ?? 0}`);
  return [SCORER_VERSION, TERM_BUILDER_VERSION, ...versions.toSorted()].join(' ');
}

const pinOf = ({ organizationId, mode }: Scope) => `watches#${organizationId}#${mode}`;

/** Keeps the versions that are being compared, also if they are replaced meanwhile. */
async function pinned({ worker, caller }: WatchWork, state: WatchState): Promise<WatchState> {
  const used = [...state.sources, ...(state.target?.sources ?? []), ...(state.anew?.sources ?? [])];
  const versionIds = [...new Set(used.flatMap(({ versionId }) => versionId ?? []))];
  await worker.store.writeOne(pinVersions(pinOf(caller), versionIds, worker.clock()));
  return state;
}

/** The comparison is over: its versions may be replaced. */
async function unpinned({ worker, caller }: WatchWork, state: WatchState): Promise<WatchState> {
  await worker.store.writeOne(unpinVersions(pinOf(caller)));
  return state;
}

const nextSources = ({ sources, target, anew }: WatchState) => anew?.sources ?? target?.sources ?? sources;

/** Screens watches that are new or changed, were asked for, or reached a date. */
async function screenDue(work: WatchWork, state: WatchState): Promise<{ state: WatchState; screened: number }> {
  const { worker, caller } = work;
  const rows = await dueWatchRows(worker.store, caller, worker.clock(), ROWS_AT_ONCE);
  if (rows.length === 0) return { state, screened: 0 };
  const deleted = rows.filter(({ sealed }) => !sealed);
  const live = rows.filter(({ sealed }) => sealed);
  const known = await withListsOf(work, state, live);
  const opened = await openSources(work, nextSources(known));
  if (!opened) return { state: await startAnew(work, known), screened: 0 };
  for (const row of deleted) await forgetWatch(work, row);
  const failed = await screenAll(work, live, opened);
  const added = live.filter(({ watch }) => watch.result === null && watch.problem === null).length;
  const counted = { ...known, count: Math.max(0, known.count + added - deleted.length) };
  return { state: withFailed(counted, failed, worker.clock()), screened: rows.length };
}

/** How many could not be screened. */
async function screenAll(work: WatchWork, rows: readonly WatchRow[], opened: OpenLists): Promise<number> {
  let failed = 0;
  for (const row of rows) if (!(await screenWatch(work, row, opened))) failed += 1;
  return failed;
}

/** Lists and profiles that no watch named before are known from here on, in the versions that are active now. */
async function withListsOf(work: WatchWork, state: WatchState, rows: readonly WatchRow[]): Promise<WatchState> {
  const policies = await Promise.all(rows.map(({ watch }) => policyOf(work, watch).catch(() => undefined)));
  const wanted = new Set(policies.flatMap((policy) => policy?.sources ?? []));
  const lists = [...wanted].filter((key) => !state.lists.includes(key));
  const named = new Set(rows.flatMap(({ watch }) => watch.profileKey ?? []));
  const profiles = [...named].filter((key) => !state.profiles.includes(key));
  if (lists.length + profiles.length === 0) return state;
  const { sources: found } = await openLists(openingOf(work), { sources: lists, willRetry: () => true });
  const extended = {
    ...state,
    lists: [...state.lists, ...lists],
    profiles: [...state.profiles, ...profiles],
    sources: [...state.sources, ...found],
    target: state.target && { ...state.target, sources: [...state.target.sources, ...found] },
    anew: state.anew && { ...state.anew, sources: [...state.anew.sources, ...found] },
  };
  if (profiles.length === 0 || state.anew) return extended;
  return { ...extended, rules: await rulesOf(work, extended.profiles) };
}

const openingOf = ({ worker, caller }: WatchWork) => ({ ...worker, caller });

const openSources = (work: WatchWork, sources: readonly RunSource[]): Promise<OpenLists | undefined> =>
  openPinned(openingOf(work), sources);

/** A version is gone, so that nothing can be compared with it: all watches are screened again. */
async function startAnew(work: WatchWork, state: WatchState): Promise<WatchState> {
  const { sources } = await openLists(openingOf(work), { sources: state.lists, willRetry: () => true });
  const rules = await rulesOf(work, state.profiles);
  return beginAnew(work, state, { sources, rules });
}

async function beginAnew(
  work: WatchWork,
  state: WatchState,
  next: { sources: RunSource[]; rules: string },
): Promise<WatchState> {
  const why = JSON.stringify([state.rules, next.rules, next.sources.map(({ versionId }) => versionId)]);
  const startedMs = Date.parse(state.verifiedAt ?? work.worker.now.toISOString());
  const jobId = await startRescreen(work, { why, startedMs });
  const anew = { ...next, offset: 0, done: 0, ...(jobId !== undefined && { jobId }) };
  return pinned(work, { ...state, target: null, anew });
}

async function anewPart(
  work: WatchWork,
  state: WatchState,
  anew: NonNullable<WatchState['anew']>,
): Promise<WatchState> {
  const { worker, caller } = work;
  const opened = await openSources(work, anew.sources);
  if (!opened) return startAnew(work, state);
  const { items, nextOffset } = await listWatchRows(worker.store, caller, anew.offset, undefined);
  const failed = await screenAll(work, items, opened);
  const counted = withFailed(state, failed, worker.clock());
  const done = anew.done + items.length;
  await reportRescreen(work, anew.jobId, { done, total: state.count, isLast: nextOffset === null });
  if (nextOffset !== null) return { ...counted, anew: { ...anew, done, offset: nextOffset } };
  return unpinned(work, { ...counted, sources: anew.sources, rules: anew.rules, anew: null });
}

async function deltaPart(
  work: WatchWork,
  state: WatchState,
  target: NonNullable<WatchState['target']>,
): Promise<WatchState> {
  const { worker, caller } = work;
  const opened = await openSources(work, target.sources);
  const changed = await changedEntries(caller, state, target);
  if (changed === 'anew' || !opened || isCheaperAnew(state, target, changed)) return startAnew(work, state);
  const from = target.part * ENTRIES_IN_PART;
  const ids = await candidatesOf(work, changed.slice(from, from + ENTRIES_IN_PART));
  let failed = 0;
  for (let at = 0; at < ids.length; at += ROWS_AT_ONCE)
    failed += await screenAll(work, await watchRows(worker.store, caller, ids.slice(at, at + ROWS_AT_ONCE)), opened);
  const counted = withFailed(state, failed, worker.clock());
  if (from + ENTRIES_IN_PART < changed.length) return { ...counted, target: { ...target, part: target.part + 1 } };
  return unpinned(work, { ...counted, sources: target.sources, target: null });
}

/** A large change of a list is more work than the watches of a small organization. */
function isCheaperAnew({ count }: WatchState, { part }: { part: number }, changed: readonly ChangedEntry[]): boolean {
  const lookups = changed.reduce((sum, { found }) => sum + (found?.terms.length ?? 0), 0);
  return part === 0 && lookups > TERMS_PER_WATCH * (count + 1);
}

/** All entries in which the versions of the target differ from those that the watches hold for, in a fixed order. */
async function changedEntries(
  scope: Scope,
  { sources }: WatchState,
  target: NonNullable<WatchState['target']>,
): Promise<readonly ChangedEntry[] | 'anew'> {
  const changed: ChangedEntry[] = [];
  for (const from of sources) {
    const to = target.sources.find(({ key }) => key === from.key);
    const id = listIdOf(scope, from.key);
    if (!to) continue;
    // An own list was created or deleted, or both: who names it is refused or accepted, whatever its entries are.
    if (from.listKind !== to.listKind) return 'anew';
    const versions = { from: searchedVersion(from), to: searchedVersion(to) };
    if (versions.from === versions.to) continue;
    if (!id) return 'anew';
    // Another term builder finds other entries, though they are the same.
    if (versions.from && versions.to && from.termBuilderVersion !== to.termBuilderVersion) return 'anew';
    const delta = await deltaBetween(id, versions);
    if (delta === 'anew') return 'anew';
    changed.push(...delta);
  }
  return changed;
}
