import { bulkSendRunner } from '#shared/documents/index.ts';
import type { WorkerContext } from '#shared/platform/context.ts';
import type { JobKind } from '#shared/platform/jobs/job.ts';
import { JOB_QUEUES, type JobRunner, runJob } from '#shared/platform/jobs/run-job.ts';
import type { JobMessage } from '#shared/platform/jobs/stored-jobs.ts';
import { backtestRunner, rolloutRunner } from '#shared/risk/index.ts';
import {
  assuranceRunner,
  batchWatchesRunner,
  lookBackRunner,
  rescreenRunner,
  screeningBatchRunner,
} from '#shared/screening/index.ts';
import { commitAs } from '#shared/worker.ts';
import { evidencePackRunner } from './evidence-pack/run-pack.ts';
import { jobEndings } from './job-endings.ts';
import { exportRunner } from './run-export.ts';

/** Every kind of job. */
const runners: Record<JobKind, JobRunner> = {
  export: exportRunner,
  bulk_send: bulkSendRunner,
  screening_batch: screeningBatchRunner,
  policy_rollout: rolloutRunner,
  policy_backtest: backtestRunner,
  watch_rescreen: rescreenRunner,
  batch_watches: batchWatchesRunner,
  screening_assurance: assuranceRunner,
  screening_look_back: lookBackRunner,
  evidence_pack: evidencePackRunner,
};

export const continueJob = (worker: WorkerContext, message: JobMessage) =>
  runJob(worker, message, { queue: JOB_QUEUES.working, runners, endings: jobEndings, commitAs });
