import { endpoint } from '#shared/endpoint.ts';
import { readJob } from '#shared/platform/jobs/stored-jobs.ts';
import { presentRollout } from '#shared/risk/rollout.ts';
import { rolloutRoutes } from '#shared/risk/routes/rollouts.ts';

export const handler = endpoint(rolloutRoutes.readRollout, async ({ store, caller, now }, { params }) =>
  presentRollout(await readJob(store, caller, params.id, 'policy_rollout'), now),
);
