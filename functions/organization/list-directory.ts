import { endpoint } from '#shared/endpoint.ts';
import { findPeople, listPeople } from '#shared/identity/index.ts';
import { presentPerson } from '#shared/organization/me.ts';
import { organizationRoutes } from '#shared/organization/routes.ts';

export const handler = endpoint(
  organizationRoutes.listDirectory,
  async ({ store, caller: { organizationId } }, { query: { ids } }) => {
    const { people, more } = ids
      ? { people: await findPeople(store, organizationId, ids), more: false }
      : await listPeople(store, organizationId);
    return { items: people.map(presentPerson), more };
  },
);
