import { continueJob } from '#shared/jobs/index.ts';
import { JobMessage } from '#shared/platform/jobs/stored-jobs.ts';
import { queueWorker } from '#shared/worker.ts';

/** Queue worker: one turn of a job. */
export const handler = queueWorker('runJob', JobMessage, (context, message) => continueJob(context, message));
