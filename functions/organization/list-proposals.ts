import { endpoint } from '#shared/endpoint.ts';
import { organizationRoutes } from '#shared/organization/routes.ts';
import { closedProposals, openProposals } from '#shared/organization/use-cases/waiting-proposals.ts';

export const handler = endpoint(organizationRoutes.listProposals, async (context, { query }) => ({
  items: await (query.status === 'open' ? openProposals(context) : closedProposals(context)),
}));
