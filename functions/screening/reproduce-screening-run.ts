import { readOnlyEndpoint } from '#shared/endpoint.ts';
import { runRoutes } from '#shared/screening/routes/runs.ts';
import { reproduceRun } from '#shared/screening/use-cases/reproduce-run.ts';

export const handler = readOnlyEndpoint(runRoutes.reproduceScreeningRun, (context, { params, body }) =>
  reproduceRun(context, { id: params.id, subject: body.subject }),
);
