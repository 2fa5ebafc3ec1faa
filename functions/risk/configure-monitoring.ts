import { endpoint } from '#shared/endpoint.ts';
import { monitoringRoutes } from '#shared/risk/routes/monitoring.ts';
import { configureMonitoring } from '#shared/risk/use-cases/configure-monitoring.ts';

/** Enables or pauses monitoring of a subject by a policy version. */
export const handler = endpoint(monitoringRoutes.configureMonitoring, (context, { params, body }) =>
  configureMonitoring(context, params.id, body),
);
