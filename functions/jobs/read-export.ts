import { endpoint } from '#shared/endpoint.ts';
import { NewExport } from '#shared/jobs/export.ts';
import { assertReadable } from '#shared/jobs/export-scope.ts';
import { presentExport } from '#shared/jobs/present-export.ts';
import { jobRoutes } from '#shared/jobs/routes.ts';
import { readJob } from '#shared/platform/jobs/stored-jobs.ts';

export const handler = endpoint(jobRoutes.readExport, async ({ store, caller, now }, { params }) => {
  const job = await readJob(store, caller, params.id, 'export');
  assertReadable(NewExport.parse(job.input).kind, caller);
  return presentExport(caller, job, now);
});
