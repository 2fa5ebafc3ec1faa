import { endpoint } from '#shared/endpoint.ts';
import { listPeople } from '#shared/identity/directory.ts';
import { requireUserPool } from '#shared/identity/user-pool.ts';
import { presentMember } from '#shared/organization/member.ts';
import { organizationRoutes } from '#shared/organization/routes.ts';

/** Everyone who was invited or has signed in. The user pool cannot list the users of one organization. */
export const handler = endpoint(
  organizationRoutes.listMembers,
  async ({ store, caller: { organizationId } }) => {
    requireUserPool();
    const { people, more } = await listPeople(store, organizationId);
    return { items: people.map(presentMember), more };
  },
);
