import { hash } from 'node:crypto';
import { Problem } from '@assay/foundation';
import type { Change } from '#shared/platform/change.ts';
import { addSeconds } from '#shared/platform/clock.ts';
import type { Context } from '#shared/platform/context.ts';
import { derivedId } from '#shared/platform/ids.ts';
import { isEnded, type StoredJob } from '#shared/platform/jobs/job.ts';
import { jobEnded } from '#shared/platform/jobs/job-events.ts';
import { JobPause, type JobRunner } from '#shared/platform/jobs/run-job.ts';
import { startJob } from '#shared/platform/jobs/start-job.ts';
import { endJobWrites, findJob, leaseJob, releaseJob, saveProgress } from '#shared/platform/jobs/stored-jobs.ts';
import { newLease } from '#shared/platform/store/lease.ts';
import { commitAs } from '#shared/worker.ts';
import type { WatchWork } from './screen-watch.ts';

/**
 * Screening all watches again, as a job that shows how far it is. The work is that of the worker of the watches, which alone
 * can read them: it tells the job after each part, and a worker of jobs that finds it leaves it alone.
 */
const LEFT_ALONE_SECONDS = 900;
const LEASE_SECONDS = 330;

/** The job of the same work is the same one, if a worker died before it was stored that there is one. */
export async function startRescreen(
  { worker, caller }: WatchWork,
  { why, startedMs }: { why: string; startedMs: number },
): Promise<string | undefined> {
  const id = derivedId(hash('sha256', `${caller.organizationId} ${caller.mode} ${why}`, 'buffer'), startedMs);
  const start = async (context: Context): Promise<Change<null>> => {
    if (await findJob(context.store, caller, id)) return { writes: [], events: [], result: null };
    const { change } = await startJob(context, { id, kind: 'watch_rescreen', input: {} });
    return { ...change, hints: [], result: null };
  };
  try {
    await commitAs({ ...worker, now: worker.clock() }, caller, start);
    return id;
  } catch (error) {
    // Ten other jobs are open: the work does not wait for them.
    if (error instanceof Problem && error.code === 'too_many_jobs') return undefined;
    throw error;
  }
}

export async function reportRescreen(
  { worker, caller }: WatchWork,
  id: string | undefined,
  { done, total, isLast }: { done: number; total: number; isLast: boolean },
): Promise<void> {
  const found = id === undefined ? undefined : await findJob(worker.store, caller, id);
  if (!found || isEnded(found.status)) return;
  const now = worker.clock();
  const lease = newLease({ now, newId: worker.newId }, LEASE_SECONDS);
  if (!(await worker.store.writeOne(leaseJob(caller, found, lease, now)))) return;
  const all = Math.max(total, done);
  const progress = { state: null, done, failed: 0, total: isLast ? done : all, share: all === 0 ? null : done / all };
  const job: StoredJob = { ...found, status: 'running', lease: lease.value, ...progress };
  if (!isLast) {
    await worker.store.writeOne(saveProgress(caller, job, lease, progress));
    await worker.store.writeOne(releaseJob(caller, job, lease, addSeconds(now, LEFT_ALONE_SECONDS)));
    return;
  }
  const ending = { ...progress, status: 'completed' as const, endedAt: now.toISOString() };
  const end = async (context: Context): Promise<Change<null>> => ({
    writes: await endJobWrites(context.store, caller, job, ending, lease),
    events: [jobEnded({ ...job, ...ending })],
    result: null,
  });
  await commitAs({ ...worker, now }, caller, end);
}

export const rescreenRunner: JobRunner = {
  step: async ({ clock }) => {
    const until = addSeconds(clock(), LEFT_ALONE_SECONDS).toISOString();
    throw new JobPause({ code: 'watches', detail: 'The worker of the watches continues the job.', until });
  },
};
