import { endpoint } from '#shared/endpoint.ts';
import { findDeletion } from '#shared/identity/index.ts';
import { presentOrganization } from '#shared/organization/organization-record.ts';
import { organizationRoutes } from '#shared/organization/routes.ts';

export const handler = endpoint(organizationRoutes.readOrganization, async ({ store, caller: { organizationId } }) =>
  presentOrganization(organizationId, await findDeletion(store, organizationId)),
);
