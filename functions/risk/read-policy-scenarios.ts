import { readOnlyEndpoint } from '#shared/endpoint.ts';
import { readPolicy } from '#shared/risk/repository/policies.ts';
import { readScenarios } from '#shared/risk/repository/policy-scenarios.ts';
import { policyRoutes } from '#shared/risk/routes/policies.ts';
import { presentScenarios } from '#shared/risk/use-cases/run-scenarios.ts';

/** The stored scenarios of a version, with what the version makes of them. */
export const handler = readOnlyEndpoint(policyRoutes.readPolicyScenarios, async (context, { params }) => {
  const policy = await readPolicy(context, params.id);
  const { saved } = await readScenarios(context.store, context.caller, policy.id);
  return presentScenarios(policy, saved, context.now);
});
