import { consoleRoutes } from '#shared/console/routes.ts';
import { consoleConfig } from '#shared/console/settings.ts';
import { publicEndpoint } from '#shared/public-endpoint.ts';

export const handler = publicEndpoint(consoleRoutes.readConsoleConfig, async () => consoleConfig());
