import { endpoint } from '#shared/endpoint.ts';
import { deletionFrom, deletionRead, legalHoldFrom, legalHoldRead } from '#shared/identity/index.ts';
import { presentOrganization } from '#shared/organization/organization-record.ts';
import { organizationRoutes } from '#shared/organization/routes.ts';

export const handler = endpoint(organizationRoutes.readOrganization, async ({ store, caller: { organizationId } }) => {
  const [deletion, hold] = await store.getMany([deletionRead(organizationId), legalHoldRead(organizationId)]);
  return presentOrganization(organizationId, { deletion: deletionFrom(deletion), hold: legalHoldFrom(hold) });
});
