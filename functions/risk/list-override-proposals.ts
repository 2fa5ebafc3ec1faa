import { endpoint } from '#shared/endpoint.ts';
import { readAssessment } from '#shared/risk/repository/assessments.ts';
import { readOverrideProposals } from '#shared/risk/repository/proposals.ts';
import { overrideRoutes } from '#shared/risk/routes/overrides.ts';

/** Lists the proposed overrides of an assessment. */
export const handler = endpoint(overrideRoutes.listOverrideProposals, async (context, { params }) => {
  const { id } = await readAssessment(context, params.id);
  const { proposals } = await readOverrideProposals(context, id);
  return { items: proposals.toReversed() };
});
