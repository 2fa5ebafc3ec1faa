import { endpoint } from '#shared/endpoint.ts';
import { organizationRoutes } from '#shared/organization/routes.ts';
import { readSettingsProposals } from '#shared/organization/settings-proposals.ts';

/** Lists the proposals to switch two-person rules off. */
export const handler = endpoint(
  organizationRoutes.listSettingsProposals,
  async ({ store, caller: { organizationId } }) => {
    const { proposals } = await readSettingsProposals(store, organizationId);
    return { items: proposals.toReversed() };
  },
);
