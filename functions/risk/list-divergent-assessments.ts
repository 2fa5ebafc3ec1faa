import { endpoint } from '#shared/endpoint.ts';
import { listDivergent } from '#shared/risk/repository/assessments.ts';
import { readCurrentPolicy } from '#shared/risk/repository/policies.ts';
import { shadowRoutes } from '#shared/risk/routes/shadows.ts';

export const handler = endpoint(shadowRoutes.listDivergentAssessments, async (context, { params, query }) => {
  const { id } = await readCurrentPolicy(context, params.id);
  return listDivergent(context, { ...query, policyVersionId: id });
});
