import { endpoint } from '#shared/endpoint.ts';
import { DIVERGENT_SHOWN } from '#shared/risk/limits.ts';
import { listDivergent } from '#shared/risk/repository/assessments.ts';
import { readCurrentPolicy } from '#shared/risk/repository/policies.ts';
import { readShadowCounters } from '#shared/risk/repository/policy-counters.ts';
import { shadowRoutes } from '#shared/risk/routes/shadows.ts';
import { presentShadow } from '#shared/risk/shadow.ts';
import { readShadowState } from '#shared/risk/use-cases/change-shadow.ts';

/** From counters: it costs the same whatever they have counted. */
export const handler = endpoint(shadowRoutes.readShadow, async (context, { params }) => {
  const { store, caller } = context;
  const policy = await readCurrentPolicy(context, params.id);
  const of = { policyKey: policy.data.key, policyVersionId: policy.id };
  const [state, counted, divergent] = await Promise.all([
    readShadowState(context, policy),
    readShadowCounters(store, caller, of),
    listDivergent(context, { ...of, offset: 0, limit: DIVERGENT_SHOWN }),
  ]);
  return presentShadow(state, counted, divergent);
});
