import { documentRoutes } from '#shared/documents/routes/documents.ts';
import { findSealed } from '#shared/documents/use-cases/find-sealed.ts';
import { publicRecordsEndpoint } from '#shared/public-records-endpoint.ts';

/** Public: anyone who has a sealed file can ask whether this service sealed it. */
export const handler = publicRecordsEndpoint(documentRoutes.findSealed, findSealed);
