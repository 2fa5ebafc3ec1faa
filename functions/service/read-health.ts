import { publicEndpoint } from '#shared/public-endpoint.ts';
import { serviceRoutes } from '#shared/service/routes.ts';
import { VERSION } from '#shared/version.ts';

/** Shows that requests are answered. It calls no other service, which keeps it cheap. */
export const handler = publicEndpoint(serviceRoutes.readHealth, async () => ({
  status: 'ok' as const,
  version: VERSION,
}));
