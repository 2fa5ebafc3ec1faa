import { consolePage } from '#shared/console/page.ts';
import { consoleRoutes } from '#shared/console/routes.ts';
import { publicEndpoint } from '#shared/public-endpoint.ts';

/** Unknown paths return the page too: routes of the application exist in the browser only. */
export const handler = publicEndpoint(consoleRoutes.readConsolePage, (_input, headers) =>
  consolePage(import.meta.url, headers),
);
