import { conflict } from '@assay/foundation';
import { endpoint } from '#shared/endpoint.ts';
import { jobEndings } from '#shared/jobs/job-endings.ts';
import { presentJob } from '#shared/jobs/job-record.ts';
import { jobRoutes } from '#shared/jobs/routes.ts';
import { assertOpen, endJobWrites, readJob } from '#shared/platform/jobs/stored-jobs.ts';

/** A worker that has the job finds it cancelled when it stores its next step. */
export const handler = endpoint(jobRoutes.cancelJob, async (context, { params }) => {
  const { store, caller, now } = context;
  const job = await readJob(store, caller, params.id);
  assertOpen(job);
  if (job.kind === 'watch_rescreen')
    throw conflict('job_not_cancellable', 'Watches have to be screened again. Delete those that are not needed.');
  const ending = { status: 'cancelled' as const, endedAt: now.toISOString() };
  const cancelled = { ...job, ...ending };
  const { writes, ...others } = await jobEndings[job.kind](context, cancelled);
  return {
    ...others,
    writes: [...(await endJobWrites(store, caller, job, ending)), ...writes],
    result: presentJob(cancelled, now),
  };
});
