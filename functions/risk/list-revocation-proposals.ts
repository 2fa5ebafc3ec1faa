import { endpoint } from '#shared/endpoint.ts';
import { firstIdOf } from '#shared/risk/override.ts';
import { readOverride } from '#shared/risk/repository/overrides.ts';
import { readRevocationProposals } from '#shared/risk/repository/proposals.ts';
import { overrideRoutes } from '#shared/risk/routes/overrides.ts';

/** Lists the proposals to revoke an override. */
export const handler = endpoint(overrideRoutes.listRevocationProposals, async (context, { params }) => {
  const override = await readOverride(context, params.id);
  const { proposals } = await readRevocationProposals(context, firstIdOf(override));
  return { items: proposals.toReversed() };
});
