import { endpoint } from '#shared/endpoint.ts';
import { organizationRoutes } from '#shared/organization/routes.ts';
import { closeAnyProposal } from '#shared/organization/use-cases/close-proposal.ts';

export const handler = endpoint(organizationRoutes.declineProposal, (context, { params, body }) =>
  closeAnyProposal(context, params.id, { ...body, status: 'declined' }),
);
