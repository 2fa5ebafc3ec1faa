import { endpoint } from '#shared/endpoint.ts';
import { readOverride } from '#shared/risk/repository/overrides.ts';
import { readRevocationProposals } from '#shared/risk/repository/proposals.ts';
import { overrideRoutes } from '#shared/risk/routes/overrides.ts';

/** Lists the proposals to revoke an override. */
export const handler = endpoint(overrideRoutes.listRevocationProposals, async (context, { params }) => {
  const { id } = await readOverride(context, params.id);
  const { proposals } = await readRevocationProposals(context, id);
  return { items: proposals.toReversed() };
});
