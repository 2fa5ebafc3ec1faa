import { endpoint } from '#shared/endpoint.ts';
import { startPack } from '#shared/jobs/evidence-pack/start-pack.ts';
import { jobRoutes } from '#shared/jobs/routes.ts';

/** Starts the job that makes the pack. */
export const handler = endpoint(jobRoutes.createEvidencePack, (context, { params, body }) =>
  startPack(context, params.id, body),
);
