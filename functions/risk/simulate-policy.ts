import { tooLarge } from '@assay/foundation';
import { applicabilityOf, compilePolicy, evaluate } from '@assay/policy-engine';
import { readOnlyEndpoint } from '#shared/endpoint.ts';
import { SIMULATION_RESULT_BYTES } from '#shared/risk/limits.ts';
import { canonicalSource, withCanonicalSources } from '#shared/risk/listed-sources.ts';
import { readPolicy } from '#shared/risk/repository/policies.ts';
import { policyRoutes } from '#shared/risk/routes/policies.ts';
import { checkedDefinition } from '#shared/risk/use-cases/checked-definition.ts';

/**
 * Evaluates a policy against synthetic evidence with the evaluator of assessments. Stores nothing.
 */
export const handler = readOnlyEndpoint(policyRoutes.simulatePolicy, async (context, { body }) => {
  const definition =
    body.policyVersionId === undefined
      ? checkedDefinition(body.definition)
      : withCanonicalSources((await readPolicy(context, body.policyVersionId)).data.definition);
  const compiled = compilePolicy(definition);

  const results = body.scenarios.map(({ name, evaluatedAt, evidence }) => {
    const receipts = evidence.map((item, index) => ({
      id: `scenario-${index}`,
      ...item,
      source: canonicalSource(item.source),
      value: item.value ?? null,
      expiresAt: item.expiresAt ?? null,
    }));
    const at = evaluatedAt ? new Date(evaluatedAt) : context.now;
    const question = { receipts, evaluatedAt: at.toISOString() };
    const applicability = applicabilityOf(compiled, question);
    const evaluation = applicability.status === 'applicable' ? evaluate(compiled, question) : null;
    return { name, applicability, evaluation };
  });
  if (Buffer.byteLength(JSON.stringify(results)) > SIMULATION_RESULT_BYTES)
    throw tooLarge('simulation_too_large', 'The results are larger than 4 MiB. Send fewer scenarios.');
  return { results };
});
