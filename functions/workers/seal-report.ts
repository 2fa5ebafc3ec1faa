import { sealJob } from '#shared/jobs/index.ts';
import { JobMessage } from '#shared/platform/jobs/stored-jobs.ts';
import { queueWorker } from '#shared/worker.ts';

/** Queue worker: prints and seals the report of a job. */
export const handler = queueWorker('sealReport', JobMessage, (context, message) => sealJob(context, message));
