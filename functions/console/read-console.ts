import { consolePage } from '#shared/console/page.ts';
import { consoleRoutes } from '#shared/console/routes.ts';
import { publicEndpoint } from '#shared/public-endpoint.ts';

export const handler = publicEndpoint(consoleRoutes.readConsole, (_input, headers) =>
  consolePage(import.meta.url, headers),
);
