import { endpoint } from '#shared/endpoint.ts';
import { readPolicy } from '#shared/risk/repository/policies.ts';
import { readPolicyProposals } from '#shared/risk/repository/proposals.ts';
import { policyRoutes } from '#shared/risk/routes/policies.ts';

/** Lists the proposals to publish a policy version. */
export const handler = endpoint(policyRoutes.listPolicyProposals, async (context, { params }) => {
  const { id } = await readPolicy(context, params.id);
  const { proposals } = await readPolicyProposals(context, id);
  return { items: proposals.toReversed() };
});
