import { endpoint } from '#shared/endpoint.ts';
import { PackInput } from '#shared/jobs/evidence-pack/pack.ts';
import { presentPack } from '#shared/jobs/evidence-pack/present-pack.ts';
import { assertPackReadable } from '#shared/jobs/evidence-pack/start-pack.ts';
import { jobRoutes } from '#shared/jobs/routes.ts';
import { readJob } from '#shared/platform/jobs/stored-jobs.ts';

export const handler = endpoint(jobRoutes.readEvidencePack, async ({ store, caller, now }, { params }) => {
  const job = await readJob(store, caller, params.id, 'evidence_pack');
  assertPackReadable(caller, PackInput.parse(job.input));
  return presentPack(caller, job, now);
});
