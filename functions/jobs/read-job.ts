import { endpoint } from '#shared/endpoint.ts';
import { presentJob } from '#shared/jobs/job-record.ts';
import { jobRoutes } from '#shared/jobs/routes.ts';
import { readJob } from '#shared/platform/jobs/stored-jobs.ts';

export const handler = endpoint(jobRoutes.readJob, async ({ store, caller, now }, { params }) =>
  presentJob(await readJob(store, caller, params.id), now),
);
