import { endpoint } from '#shared/endpoint.ts';
import { organizationRoutes } from '#shared/organization/routes.ts';
import { readCurrentBrand } from '#shared/organization/settings/index.ts';
import { presentBrand } from '#shared/organization/use-cases/present-brand.ts';

export const handler = endpoint(organizationRoutes.readBrand, async ({ store, caller: { organizationId } }) =>
  presentBrand(organizationId, await readCurrentBrand(store, organizationId)),
);
