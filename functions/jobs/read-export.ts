import { endpoint } from '#shared/endpoint.ts';
import { presentExport } from '#shared/jobs/present-export.ts';
import { jobRoutes } from '#shared/jobs/routes.ts';
import { readJob } from '#shared/platform/jobs/stored-jobs.ts';

export const handler = endpoint(jobRoutes.readExport, async ({ store, caller, now }, { params }) =>
  presentExport(caller, await readJob(store, caller, params.id, 'export'), now),
);
