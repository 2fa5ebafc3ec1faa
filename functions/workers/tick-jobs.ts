import { enqueueLostJobs } from '#shared/jobs/index.ts';
import { tickWorker } from '#shared/worker.ts';

/** Every minute: jobs whose message was lost or whose worker died. */
export const handler = tickWorker('tickJobs', enqueueLostJobs);
