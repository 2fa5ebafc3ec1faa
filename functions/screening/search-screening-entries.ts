import { readOnlyEndpoint } from '#shared/endpoint.ts';
import { screeningRoutes } from '#shared/screening/routes.ts';
import { searchEntries } from '#shared/screening/use-cases/search-entries.ts';

export const handler = readOnlyEndpoint(screeningRoutes.searchScreeningEntries, (context, { body }) =>
  searchEntries(context, body),
);
