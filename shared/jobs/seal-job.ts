import { Problem } from '@assay/foundation';
import { sealReport } from '#shared/documents/index.ts';
import { addSeconds } from '#shared/platform/clock.ts';
import type { WorkerContext } from '#shared/platform/context.ts';
import type { StoredJob } from '#shared/platform/jobs/job.ts';
import { type JobReport, type ReportOf, type SealedFile, UNPRINTABLE } from '#shared/platform/jobs/job-report.ts';
import { JOB_QUEUES, type JobContext, JobPause, type JobRunner, runJob } from '#shared/platform/jobs/run-job.ts';
import type { JobMessage } from '#shared/platform/jobs/stored-jobs.ts';
import { logDependencyFailure } from '#shared/platform/log.ts';
import { assuranceReport } from '#shared/screening/index.ts';
import { commitAs } from '#shared/worker.ts';
import { packReport } from './evidence-pack/print-pack.ts';
import { jobEndings } from './job-endings.ts';

const RETRY_SECONDS = 300;

/** The last step of a job whose report is sealed. What the steps before have found is not lost if it cannot be. */
const sealing = (reportOf: ReportOf): JobRunner => ({
  step: async (context, job) => {
    const report = await sealed(context, job, await reportOf(context, job));
    const { total, done, failed, share } = job;
    return { total, done, failed, share, state: { ...(job.state as object), report }, isLast: true };
  },
});

async function sealed(context: JobContext, { id }: StoredJob, report: JobReport): Promise<SealedFile | null> {
  try {
    return await sealReport(context, { ...report, id });
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    if (error.code === UNPRINTABLE) return null;
    logDependencyFailure('sealReport', context.requestId, error);
    const until = addSeconds(context.now, RETRY_SECONDS).toISOString();
    throw new JobPause({ code: 'seal_unavailable', detail: 'The report cannot be sealed now.', until });
  }
}

/** One turn of a job that has only its report left. */
export const sealJob = (worker: WorkerContext, message: JobMessage) =>
  runJob(worker, message, {
    queue: JOB_QUEUES.sealing,
    runners: { screening_assurance: sealing(assuranceReport), evidence_pack: sealing(packReport) },
    endings: jobEndings,
    commitAs,
  });
