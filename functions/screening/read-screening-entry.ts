import { endpoint } from '#shared/endpoint.ts';
import { listRoutes } from '#shared/screening/routes/lists.ts';
import { readEntry } from '#shared/screening/use-cases/read-entry.ts';

export const handler = endpoint(listRoutes.readScreeningEntry, (context, { params, query }) =>
  readEntry(context, { ...params, versionId: query.versionId, format: query.format }),
);
