import { endpoint } from '#shared/endpoint.ts';
import { readPlanProposals } from '#shared/quality/repository/plans.ts';
import { qualityRoutes } from '#shared/quality/routes.ts';

export const handler = endpoint(qualityRoutes.listQualityPlanProposals, async ({ store, caller }) => {
  const { proposals } = await readPlanProposals(store, caller);
  return { items: proposals.toReversed(), nextOffset: null };
});
