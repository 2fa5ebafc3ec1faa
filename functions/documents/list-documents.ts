import { listDocuments } from '#shared/documents/repository/documents.ts';
import { documentRoutes } from '#shared/documents/routes/documents.ts';
import { endpoint } from '#shared/endpoint.ts';

/** Documents and where each stands. */
export const handler = endpoint(documentRoutes.listDocuments, (context, { query }) =>
  listDocuments(context, query.offset),
);
