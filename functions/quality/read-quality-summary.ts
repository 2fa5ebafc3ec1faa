import { endpoint } from '#shared/endpoint.ts';
import { qualityRoutes } from '#shared/quality/routes.ts';
import { readSummary } from '#shared/quality/use-cases/read-summary.ts';

export const handler = endpoint(qualityRoutes.readQualitySummary, (context, { query }) => readSummary(context, query));
