import { readOnlyEndpoint } from '#shared/endpoint.ts';
import { runRoutes } from '#shared/screening/routes/runs.ts';
import { searchEntries } from '#shared/screening/use-cases/search-entries.ts';

export const handler = readOnlyEndpoint(runRoutes.searchScreeningEntries, (context, { body }) =>
  searchEntries(context, body),
);
