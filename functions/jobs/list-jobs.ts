import { endpoint } from '#shared/endpoint.ts';
import { presentJob } from '#shared/jobs/job-record.ts';
import { jobRoutes } from '#shared/jobs/routes.ts';
import { listJobs } from '#shared/platform/jobs/stored-jobs.ts';

export const handler = endpoint(jobRoutes.listJobs, ({ store, caller, now }, { query }) =>
  listJobs(store, caller, { ...query, present: (job) => presentJob(job, now) }),
);
