import { endpoint } from '#shared/endpoint.ts';
import { screeningRoutes } from '#shared/screening/routes.ts';
import { listRuns } from '#shared/screening/use-cases/list-runs.ts';

export const handler = endpoint(screeningRoutes.listScreeningRuns, (context, { query }) => listRuns(context, query));
