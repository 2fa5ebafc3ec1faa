import { endpoint } from '#shared/endpoint.ts';
import { findPeople, listPeople } from '#shared/identity/directory.ts';
import { organizationRoutes } from '#shared/organization/routes.ts';

export const handler = endpoint(
  organizationRoutes.listDirectory,
  async ({ store, caller: { organizationId } }, { query: { ids } }) =>
    ids
      ? { items: await findPeople(store, organizationId, ids), more: false }
      : listPeople(store, organizationId),
);
