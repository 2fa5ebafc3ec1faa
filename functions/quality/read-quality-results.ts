import { endpoint } from '#shared/endpoint.ts';
import { qualityRoutes } from '#shared/quality/routes.ts';
import { readResults } from '#shared/quality/use-cases/read-results.ts';

export const handler = endpoint(qualityRoutes.readQualityResults, (context, { query }) => readResults(context, query));
