import { tooLarge } from '@assay/foundation';
import { compilePolicy, unreachedBy } from '@assay/policy-engine';
import { readOnlyEndpoint } from '#shared/endpoint.ts';
import { SIMULATION_RESULT_BYTES } from '#shared/risk/limits.ts';
import { withCanonicalSources } from '#shared/risk/listed-sources.ts';
import { readPolicy } from '#shared/risk/repository/policies.ts';
import { policyRoutes } from '#shared/risk/routes/policies.ts';
import { checkedDefinition } from '#shared/risk/use-cases/checked-definition.ts';
import { withNamedSources } from '#shared/risk/use-cases/named-sources.ts';
import { runScenarios } from '#shared/risk/use-cases/run-scenarios.ts';

/**
 * Evaluates a policy against synthetic evidence with the evaluator of assessments. Stores nothing.
 */
export const handler = readOnlyEndpoint(policyRoutes.simulatePolicy, async (context, { body }) => {
  const definition =
    body.policyVersionId === undefined
      ? await checkedDefinition(context, body.definition)
      : withCanonicalSources((await readPolicy(context, body.policyVersionId)).data.definition);
  const compiled = compilePolicy(definition);

  const runs = runScenarios(compiled, await withNamedSources(context, body.scenarios), context.now);
  const results = runs.map(({ scenario, run, verdict }) => ({
    name: scenario.name,
    ...run,
    ...verdict,
  }));
  if (Buffer.byteLength(JSON.stringify(results)) > SIMULATION_RESULT_BYTES)
    throw tooLarge('simulation_too_large', 'The results are larger than 4 MiB. Send fewer scenarios.');
  return { results, ...(body.coverage && { unreached: unreachedBy(compiled, runs) }) };
});
