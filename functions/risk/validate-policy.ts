import { policyWarnings } from '@assay/policy-engine';
import { readOnlyEndpoint } from '#shared/endpoint.ts';
import { policyRoutes } from '#shared/risk/routes/policies.ts';
import { sizeIssues } from '#shared/risk/use-cases/checked-definition.ts';
import { validateNamed } from '#shared/risk/use-cases/named-sources.ts';
import { sourceIssues } from '#shared/risk/use-cases/source-issues.ts';
import { bindingIssues } from '#shared/verification/index.ts';

/** Reports all errors and warnings of a policy with their paths. Saves nothing. */
export const handler = readOnlyEndpoint(policyRoutes.validatePolicy, async (context, { body }) => {
  const { errors, normalized, definition } = await validateNamed(context, body.definition);
  const unknown = normalized
    ? [...(await bindingIssues(context, normalized)), ...(await sourceIssues(context, normalized))]
    : [];
  const findings = [...errors, ...unknown, ...sizeIssues(body.key, normalized ?? definition)];
  const valid = findings.length === 0;
  return {
    valid,
    errors: findings,
    warnings: valid && normalized ? policyWarnings(normalized) : [],
    normalized: valid ? normalized : null,
  };
});
