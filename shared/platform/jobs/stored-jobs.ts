import { conflict, notFound } from '@assay/foundation';
import * as z from 'zod';
import { type Scope, ScopeParts, scopeKey } from '../caller.ts';
import { addSeconds } from '../clock.ts';
import { type Collection, findOwnRow, keyIn, listCollection, oneRecord, type Paging } from '../store/collection.ts';
import { dueAt, NOT_DUE } from '../store/due.ts';
import { type Lease, type LeasedRow, takeLease, writeWhileHeld } from '../store/lease.ts';
import { shardPlanOf } from '../store/shard-plans.ts';
import type { Key, Store, Write } from '../store/store.ts';
import { isEnded, type JobKind, type JobPaused, type JobStatus, StoredJob } from './job.ts';

/** Rows of jobs, and the row that names those of an organization and mode that have not ended. */
export const JobMessage = z.object({ ...ScopeParts, jobId: z.uuid() });
export type JobMessage = z.infer<typeof JobMessage>;

/** Jobs of one organization and mode that have not ended. More are refused. */
export const OPEN_JOBS = 10;
/** A tick looks for a job whose message was lost after this time. */
const FIRST_LOOK_SECONDS = 60;
const KEPT_DAYS = 90;
const DAY_SECONDS = 24 * 60 * 60;

export const jobsOf = (scope: Scope): Collection => ({
  table: 'jobs',
  name: `${scopeKey(scope)}#jobs`,
  shards: shardPlanOf('records'),
});

export const openJobsPartition = (scope: Scope) => `${scopeKey(scope)}#open-jobs`;
const openKey = (scope: Scope): Key => ({ pk: openJobsPartition(scope), sk: 'all' });

const OpenJobs = z.object({ ids: z.array(z.uuid()), revision: z.int() });
type OpenJobs = z.infer<typeof OpenJobs>;

/** The rows of a new job, if the organization has few enough open ones. */
export async function newJobWrites(
  store: Store,
  scope: Scope,
  job: Pick<StoredJob, 'id' | 'kind' | 'createdBy' | 'input'>,
  now: Date,
): Promise<{ job: StoredJob; writes: Write[] }> {
  const open = await readOpen(store, scope);
  if (open.ids.length >= OPEN_JOBS)
    throw conflict('too_many_jobs', `${OPEN_JOBS} jobs have not ended. Wait until one ends, or cancel one.`);
  const { organizationId, mode } = scope;
  const stored: StoredJob = {
    ...job,
    status: 'queued',
    total: null,
    done: 0,
    failed: 0,
    createdAt: now.toISOString(),
    startedAt: null,
    endedAt: null,
    share: null,
    state: null,
    lease: null,
    attempts: 0,
  };
  const row = {
    ...keyIn(jobsOf(scope), job.id),
    ...stored,
    organizationId,
    mode,
    ...keptFrom(now),
    ...dueAt(addSeconds(now, FIRST_LOOK_SECONDS), job.id, 'jobs'),
  };
  return {
    job: stored,
    writes: [{ table: 'jobs', put: row, when: 'absent' }, replaceOpen(scope, open, [...open.ids, job.id])],
  };
}

const keptFrom = (now: Date) => ({
  expiresAtSeconds: Math.floor(now.getTime() / 1000) + KEPT_DAYS * DAY_SECONDS,
});

async function readOpen(store: Store, scope: Scope): Promise<OpenJobs> {
  const row = await store.get('jobs', openKey(scope));
  return row ? OpenJobs.parse(row) : { ids: [], revision: 0 };
}

const replaceOpen = (scope: Scope, { revision }: OpenJobs, ids: string[]): Write => ({
  table: 'jobs',
  put: { ...openKey(scope), ids, revision: revision + 1 },
  when: revision === 0 ? 'absent' : { revision },
});

export async function findJob(store: Store, scope: Scope, id: string): Promise<StoredJob | undefined> {
  const row = await findOwnRow(store, jobsOf(scope), id);
  return row && StoredJob.parse(row);
}

/** The job, if it exists and is of this kind. */
export async function readJob(store: Store, scope: Scope, id: string, kind?: JobKind): Promise<StoredJob> {
  const job = await findJob(store, scope, id);
  if (!job || (kind !== undefined && job.kind !== kind)) throw notFound(kind?.replaceAll('_', ' ') ?? 'job');
  return job;
}

/** Jobs that one page reads to find those of a kind or status. */
const FILTERED_JOBS = 500;

export function listJobs<T>(
  store: Store,
  scope: Scope,
  { kind, status, present, ...paging }: Paging & JobFilter & { present: (job: StoredJob) => T },
) {
  const isWanted = (job: StoredJob) =>
    (kind === undefined || job.kind === kind) && (status === undefined || job.status === status);
  const expand = oneRecord((row) => StoredJob.parse(row));
  return listCollection(store, jobsOf(scope), {
    ...paging,
    maxRows: kind || status ? FILTERED_JOBS : undefined,
    expand: (row) =>
      expand(row)
        .filter(({ value }) => isWanted(value))
        .map(({ position, value }) => ({ position, value: present(value) })),
  });
}

interface JobFilter {
  kind?: JobKind | undefined;
  status?: JobStatus | undefined;
}

const leasedRow = (scope: Scope, id: string): LeasedRow => ({
  table: 'jobs',
  key: keyIn(jobsOf(scope), id),
  attribute: 'lease',
});

export const leaseJob = (scope: Scope, job: StoredJob, { value, until }: Lease, now: Date): Write =>
  takeLease(
    leasedRow(scope, job.id),
    { found: job.lease, next: value },
    {
      set: {
        status: 'running',
        startedAt: job.startedAt ?? now.toISOString(),
        attempts: job.attempts + 1,
        ...dueAt(until, job.id, 'jobs'),
      },
      unset: ['paused'],
      when: { id: job.id, status: job.status },
    },
  );

/** What one step has done. */
export type Progress = Pick<StoredJob, 'state' | 'done' | 'failed' | 'total' | 'share' | 'sealing'>;

/** Keeps the lease. Fails if it was lost or the job was cancelled. */
export const saveProgress = (scope: Scope, { id }: StoredJob, { value }: Lease, progress: Progress): Write =>
  writeWhileHeld(leasedRow(scope, id), value, {
    set: { ...progress, attempts: 0 },
    when: { id, status: 'running' },
  });

/** Keeps what the next step may begin with, without counting as progress. */
export const saveState = (scope: Scope, { id }: StoredJob, { value }: Lease, state: unknown): Write =>
  writeWhileHeld(leasedRow(scope, id), value, { set: { state }, when: { id, status: 'running' } });

/** Gives the lease back until another day. A job that waits has not failed, and its row is kept for as long again. */
export const pauseJob = (scope: Scope, { id }: StoredJob, { value }: Lease, paused: JobPaused, now: Date): Write =>
  writeWhileHeld(leasedRow(scope, id), value, {
    set: {
      lease: `${paused.until} waiting`,
      ...dueAt(new Date(paused.until), id, 'jobs'),
      ...keptFrom(now),
      paused,
      attempts: 0,
    },
    when: { id, status: 'running' },
  });

/** Gives the lease back, so that another worker continues from a moment on. */
export const releaseJob = (scope: Scope, { id }: StoredJob, { value }: Lease, from: Date): Write =>
  writeWhileHeld(leasedRow(scope, id), value, {
    set: { lease: `${from.toISOString()} waiting`, ...dueAt(from, id, 'jobs') },
    when: { id, status: 'running' },
  });

type Ending = Pick<StoredJob, 'status' | 'endedAt'> & Partial<Progress & Pick<StoredJob, 'problem'>>;

/** Ends a job on condition that its worker still holds the lease, or that a caller found it open. */
export async function endJobWrites(
  store: Store,
  scope: Scope,
  { id, status, done }: StoredJob,
  ending: Ending,
  lease?: Lease,
): Promise<Write[]> {
  const open = await readOpen(store, scope);
  // What a caller ends is what the worker has stored of it.
  const when = { id, status, ...(lease ? { lease: lease.value } : { done }) };
  return [
    {
      table: 'jobs',
      update: keyIn(jobsOf(scope), id),
      set: { ...ending, lease: null },
      unset: NOT_DUE,
      when,
      ...(lease && { otherwise: () => conflict(LEASE_LOST, 'Another worker has the job, or it was cancelled.') }),
    },
    replaceOpen(
      scope,
      open,
      open.ids.filter((one) => one !== id),
    ),
  ];
}

export const LEASE_LOST = 'lease_lost';

export function assertOpen({ status }: StoredJob): void {
  if (isEnded(status)) throw conflict('job_ended', `The job is ${status}.`);
}
