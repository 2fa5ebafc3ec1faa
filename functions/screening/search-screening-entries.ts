import { questionEndpoint } from '#shared/endpoint.ts';
import { screeningRoutes } from '#shared/screening/routes.ts';
import { searchEntries } from '#shared/screening/use-cases/search-entries.ts';

export const handler = questionEndpoint(
  screeningRoutes.searchScreeningEntries,
  (context, { body }) => searchEntries(context, body),
);
