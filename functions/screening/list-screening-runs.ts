import { endpoint } from '#shared/endpoint.ts';
import { runRoutes } from '#shared/screening/routes/runs.ts';
import { listRuns } from '#shared/screening/use-cases/list-runs.ts';

export const handler = endpoint(runRoutes.listScreeningRuns, (context, { query }) => listRuns(context, query));
