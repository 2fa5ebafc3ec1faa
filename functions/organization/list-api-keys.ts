import { endpoint } from '#shared/endpoint.ts';
import { listApiKeys } from '#shared/identity/index.ts';
import { presentApiKey } from '#shared/organization/api-key-record.ts';
import { organizationRoutes } from '#shared/organization/routes.ts';

/** Lists all keys of the organization, including revoked and expired ones. */
export const handler = endpoint(organizationRoutes.listApiKeys, (context, { query }) =>
  listApiKeys(context, query, presentApiKey),
);
