import { endpoint } from '#shared/endpoint.ts';
import { organizationRoutes } from '#shared/organization/routes.ts';
import { lookUp } from '#shared/organization/use-cases/look-up.ts';

export const handler = endpoint(organizationRoutes.lookUp, async (context, { query: { q } }) => ({
  items: await lookUp(context, q),
}));
