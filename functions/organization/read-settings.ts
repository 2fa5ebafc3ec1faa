import { endpoint } from '#shared/endpoint.ts';
import { organizationRoutes } from '#shared/organization/routes.ts';
import { readCurrentSettings } from '#shared/organization/settings/index.ts';

export const handler = endpoint(organizationRoutes.readSettings, ({ store, caller: { organizationId } }) =>
  readCurrentSettings(store, organizationId),
);
