import { publicEndpoint } from '#shared/public-endpoint.ts';
import { serviceRoutes } from '#shared/service/routes.ts';
import { VERSION } from '#shared/version.ts';

/** Says that requests arrive and are answered. It asks no other service, so it is as cheap as can be. */
export const handler = publicEndpoint(serviceRoutes.readHealth, async () => ({
  status: 'ok' as const,
  version: VERSION,
}));
