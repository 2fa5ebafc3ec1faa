import { listDocuments } from '#shared/documents/repository/documents.ts';
import { documentRoutes } from '#shared/documents/routes/documents.ts';
import { endpoint } from '#shared/endpoint.ts';

/** Documents with their statuses. */
export const handler = endpoint(documentRoutes.listDocuments, (context, { query }) => listDocuments(context, query));
