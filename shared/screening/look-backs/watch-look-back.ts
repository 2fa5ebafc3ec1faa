import { Problem } from '@assay/foundation';
import { mapConcurrently } from '@assay/foundation/concurrency';
import type { Change } from '#shared/platform/change.ts';
import { addSeconds } from '#shared/platform/clock.ts';
import type { Context } from '#shared/platform/context.ts';
import { isEnded, type StoredJob } from '#shared/platform/jobs/job.ts';
import { jobEnded } from '#shared/platform/jobs/job-events.ts';
import { endJobWrites, findJob, leaseJob, releaseJob, saveProgress } from '#shared/platform/jobs/stored-jobs.ts';
import { isOutage } from '#shared/platform/outage.ts';
import { type Lease, newLease } from '#shared/platform/store/lease.ts';
import { StoreUnavailable } from '#shared/platform/store/store.ts';
import { commitAs } from '#shared/worker.ts';
import { listIdOf } from '../lists/list-id.ts';
import {
  closeLookBack,
  nextLookBack,
  putWatchFinding,
  readWatchFindings,
  removeWatchFinding,
} from '../repository/watch-look-backs.ts';
import { listWatchRows, type WatchRow } from '../repository/watches.ts';
import { ScreenedSubject } from '../run-request.ts';
import { policyOf, type WatchWork } from '../watches/screen-watch.ts';
import { compareVersion, NOTHING_KNOWN, type OpenVersion } from './compare-version.ts';
import { runsSince } from './done-since.ts';
import { LookBackInput, type LookBackState, stateOfLookBack } from './look-back.ts';
import { type LookedBackRow, withoutVersion } from './looked-back-row.ts';
import { closeVersion, openVersion } from './open-version.ts';

/**
 * Look-backs over watches are worked on by the worker of the watches, which alone can decrypt them, when it has nothing else to
 * do: a page of watches at a time. The job shows how far one is, as that of screening all watches again does.
 */
const LEASE_SECONDS = 330;
const LEFT_ALONE_SECONDS = 900;
const WATCHES_AT_ONCE = 8;
const ATTEMPTS = 5;
const EXHAUSTED = {
  failed: 0,
  isLast: true,
  problem: { code: 'attempts_exhausted', detail: 'The job failed too often.' },
};

/** Takes the next part of the oldest look-back. False if there is none. */
export async function advanceLookBack(work: WatchWork): Promise<boolean> {
  const { worker, caller } = work;
  const { store } = worker;
  const jobId = await nextLookBack(store, caller);
  if (jobId === undefined) return false;
  const found = await findJob(store, caller, jobId);
  if (!found || isEnded(found.status)) {
    await store.writeOne(closeLookBack(caller, jobId));
    return true;
  }
  const now = worker.clock();
  const lease = newLease({ now, newId: worker.newId }, LEASE_SECONDS);
  // Somebody cancelled it, or a worker of jobs is about to leave it alone.
  if (!(await store.writeOne(leaseJob(caller, found, lease, now)))) return true;
  const job: StoredJob = { ...found, status: 'running', startedAt: found.startedAt ?? now.toISOString() };
  const held = { job: { ...job, lease: lease.value }, lease };
  // One that fails for ever must not hold up the watches.
  if (found.attempts >= ATTEMPTS) await storePart(work, { ...held, ...EXHAUSTED, state: stateOfLookBack(job) });
  else await storePart(work, { ...held, ...(await lookBackPart(work, job)) });
  return true;
}

interface Part {
  state: LookBackState;
  failed: number;
  isLast: boolean;
  /** Why the job fails. */
  problem?: NonNullable<StoredJob['problem']>;
}

async function storePart(work: WatchWork, part: Part & { job: StoredJob; lease: Lease }): Promise<void> {
  const { worker, caller } = work;
  const { job, lease, state, failed, isLast, problem } = part;
  const { versions, watches = 0 } = LookBackInput.parse(job.input);
  const done = state.compared ?? 0;
  const total = isLast ? done : Math.max(done, versions.length * watches);
  const progress = { state, done, failed: job.failed + failed, total, share: total === 0 ? null : done / total };
  if (!isLast) {
    if (await worker.store.writeOne(saveProgress(caller, job, lease, progress)))
      await worker.store.writeOne(releaseJob(caller, job, lease, addSeconds(worker.clock(), LEFT_ALONE_SECONDS)));
    return;
  }
  closeVersion();
  const status = problem ? ('failed' as const) : ('completed' as const);
  const endedAt = worker.clock().toISOString();
  const ending = { ...progress, status, endedAt, ...(problem && { problem }) };
  const end = async (context: Context): Promise<Change<null>> => ({
    writes: [...(await endJobWrites(context.store, caller, job, ending, lease)), closeLookBack(caller, job.id)],
    events: [jobEnded({ ...job, ...ending })],
    result: null,
  });
  await commitAs({ ...worker, now: worker.clock() }, caller, end).catch((error: unknown) => {
    // It was cancelled meanwhile: the next look closes it.
    if (!(error instanceof Problem && error.status === 409)) throw error;
  });
}

/** Compares a page of watches with a version. All are compared with one before the next is opened. */
async function lookBackPart(work: WatchWork, job: StoredJob): Promise<Part> {
  const { worker, caller } = work;
  const { source, versions } = LookBackInput.parse(job.input);
  const state = stateOfLookBack(job);
  const version = versions[state.at];
  const list = listIdOf(caller, source);
  if (!version || !list) return { state, failed: 0, isLast: true };
  const next = (changes: Partial<LookBackState>, failed = 0): Part => {
    const after = { ...state, ...changes };
    return { state: after, failed, isLast: after.at === versions.length };
  };
  const index = await openVersion(list, version.versionId);
  if (typeof index === 'string') {
    const unavailable = [...state.unavailable, { versionId: version.versionId, reason: index }];
    return next({ at: state.at + 1, offset: 0, unavailable });
  }
  const { items, nextOffset } = await listWatchRows(worker.store, caller, state.offset ?? 0, undefined);
  const { found, incomplete, failed } = await compareWatches(work, job, { source, version, index }, items);
  return next(
    {
      at: nextOffset === null ? state.at + 1 : state.at,
      offset: nextOffset ?? 0,
      compared: (state.compared ?? 0) + items.length,
      found: state.found + found,
      incomplete: state.incomplete + incomplete,
    },
    state.at === 0 ? failed : 0,
  );
}

async function compareWatches(work: WatchWork, job: StoredJob, open: OpenVersion, rows: readonly WatchRow[]) {
  const { worker, caller } = work;
  const { versionId } = open.version;
  const ids = rows.map(({ watch }) => watch.id);
  const stored = await readWatchFindings(worker.store, caller, job.id, ids);
  const counts = { found: 0, incomplete: 0, failed: 0 };
  await mapConcurrently(rows, WATCHES_AT_ONCE, async (row) => {
    const before = stored.get(row.watch.id);
    // A worker that died may have stored what this version found.
    const [known] = before ? withoutVersion([before], versionId) : [];
    if (known?.reachedWith) return;
    const after = await compareWatch(work, open, row, known).catch((error: unknown) => {
      if (isOutage(error) || error instanceof StoreUnavailable || (error instanceof Problem && error.status >= 500))
        throw error;
      counts.failed += 1;
      return known;
    });
    if (after?.reachedWith) counts.found += 1;
    if (after?.incompleteWith && !known?.incompleteWith) counts.incomplete += 1;
    const about = { jobId: job.id, watchId: row.watch.id };
    if (after && after !== before)
      await worker.store.writeOne(putWatchFinding(caller, { ...about, found: after, now: worker.clock() }));
    else if (before && !after) await worker.store.writeOne(removeWatchFinding(caller, job.id, row.watch.id));
  });
  return counts;
}

async function compareWatch(
  work: WatchWork,
  open: OpenVersion,
  { watch, sealed }: WatchRow,
  known: LookedBackRow | undefined,
): Promise<LookedBackRow | undefined> {
  if (!sealed) return known;
  const { worker, caller, keys } = work;
  const policy = await policyOf(work, watch);
  const subject = ScreenedSubject.parse(keys.openSubject(watch.id, sealed));
  const { id, reference, riskSubjectId, createdAt } = watch;
  const base: LookedBackRow = known ?? {
    ...NOTHING_KNOWN,
    row: null,
    line: null,
    watchId: id,
    reference,
    riskSubjectId,
  };
  const changes = await compareVersion(worker, open, { subject, ...policy }, base);
  if (!changes?.match) return changes ? { ...base, ...changes } : known;
  const since = new Date(open.version.activatedAt);
  const about = { riskSubjectId, runId: watch.result?.runId ?? null, source: open.source, since };
  const runs = await runsSince({ store: worker.store, caller }, about);
  return {
    ...base,
    ...changes,
    // The listed name resembles that of the customer, who is in no row in words.
    match: { ...changes.match, listedName: null },
    done: runs.length > 0 ? 'runs' : 'watched',
    runs,
    watchedSince: createdAt,
  };
}
