import { endpoint } from '#shared/endpoint.ts';
import { monitoringRoutes } from '#shared/risk/routes/monitoring.ts';
import { configureMonitoring } from '#shared/risk/use-cases/configure-monitoring.ts';

/** Has a policy version watch a subject, or stop watching it. */
export const handler = endpoint(monitoringRoutes.configureMonitoring, (context, { params, body }) =>
  configureMonitoring(context, params.id, body),
);
