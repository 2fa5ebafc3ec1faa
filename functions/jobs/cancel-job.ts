import { endpoint } from '#shared/endpoint.ts';
import { presentJob } from '#shared/jobs/job-record.ts';
import { jobRoutes } from '#shared/jobs/routes.ts';
import { jobEnded } from '#shared/platform/jobs/job-events.ts';
import { assertOpen, endJobWrites, readJob } from '#shared/platform/jobs/stored-jobs.ts';

/** A worker that has the job finds it cancelled when it stores its next step. */
export const handler = endpoint(jobRoutes.cancelJob, async ({ store, caller, now }, { params }) => {
  const job = await readJob(store, caller, params.id);
  assertOpen(job);
  const ending = { status: 'cancelled' as const, endedAt: now.toISOString() };
  const cancelled = { ...job, ...ending };
  return {
    writes: await endJobWrites(store, caller, job, ending),
    events: [jobEnded(cancelled)],
    result: presentJob(cancelled, now),
  };
});
