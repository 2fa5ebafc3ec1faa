import { endpoint } from '#shared/endpoint.ts';
import { listPeople, requireUserPool } from '#shared/identity/index.ts';
import { presentMember } from '#shared/organization/member.ts';
import { organizationRoutes } from '#shared/organization/routes.ts';

/** Everyone who was invited or has signed in. The user pool cannot list the users of one organization. */
export const handler = endpoint(organizationRoutes.listMembers, async ({ store, caller: { organizationId } }) => {
  requireUserPool();
  const { people, more } = await listPeople(store, organizationId);
  return { items: people.map(presentMember), more };
});
