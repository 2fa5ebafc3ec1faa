import { endpoint } from '#shared/endpoint.ts';
import { readOrganizationProposals } from '#shared/organization/organization-proposals.ts';
import { organizationRoutes } from '#shared/organization/routes.ts';

/** Lists the proposals about members and the deletion of the organization. */
export const handler = endpoint(
  organizationRoutes.listOrganizationProposals,
  async ({ store, caller: { organizationId } }) => {
    const { proposals } = await readOrganizationProposals(store, organizationId);
    return { items: proposals.toReversed() };
  },
);
