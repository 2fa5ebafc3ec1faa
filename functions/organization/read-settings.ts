import { endpoint } from '#shared/endpoint.ts';
import { readCurrentSettings } from '#shared/identity/index.ts';
import { organizationRoutes } from '#shared/organization/routes.ts';

export const handler = endpoint(organizationRoutes.readSettings, ({ store, caller: { organizationId } }) =>
  readCurrentSettings(store, organizationId),
);
