import { endpoint } from '#shared/endpoint.ts';
import { screeningRoutes } from '#shared/screening/routes.ts';
import { readEntry } from '#shared/screening/use-cases/read-entry.ts';

export const handler = endpoint(screeningRoutes.readScreeningEntry, (context, { params, query }) =>
  readEntry(context, { ...params, versionId: query.versionId }),
);
