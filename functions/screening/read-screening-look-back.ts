import { endpoint } from '#shared/endpoint.ts';
import { readJob } from '#shared/platform/jobs/stored-jobs.ts';
import { presentLookBack } from '#shared/screening/look-backs/look-back.ts';
import { lookBackRoutes } from '#shared/screening/routes/look-backs.ts';

export const handler = endpoint(lookBackRoutes.readScreeningLookBack, async ({ store, caller, now }, { params }) =>
  presentLookBack(await readJob(store, caller, params.id, 'screening_look_back'), now),
);
