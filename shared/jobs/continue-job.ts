import { bulkSendRunner } from '#shared/documents/index.ts';
import type { WorkerContext } from '#shared/platform/context.ts';
import type { JobKind } from '#shared/platform/jobs/job.ts';
import { type JobRunner, runJob } from '#shared/platform/jobs/run-job.ts';
import type { JobMessage } from '#shared/platform/jobs/stored-jobs.ts';
import { commitAs } from '#shared/worker.ts';
import { exportRunner } from './run-export.ts';

/** Every kind of job. */
const runners: Record<JobKind, JobRunner> = { export: exportRunner, bulk_send: bulkSendRunner };

export const continueJob = (worker: WorkerContext, message: JobMessage) =>
  runJob(worker, message, { runners, commitAs });
