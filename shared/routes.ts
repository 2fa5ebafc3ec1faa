import { consoleRoutes } from './console/routes.ts';
import { documentRoutes } from './documents/routes.ts';
import { jobRoutes } from './jobs/routes.ts';
import { organizationRoutes } from './organization/routes.ts';
import type { Route } from './platform/http/route.ts';
import { qualityRoutes } from './quality/routes.ts';
import { riskRoutes } from './risk/routes.ts';
import { screeningRoutes } from './screening/routes.ts';
import { serviceRoutes } from './service/routes.ts';
import { verificationRoutes } from './verification/routes.ts';
import { webhookRoutes } from './webhooks/routes.ts';

/** All routes. API Gateway, the local cloud, the OpenAPI document and the access tests derive from them. */
export const routes = {
  service: serviceRoutes,
  documents: documentRoutes,
  jobs: jobRoutes,
  organization: organizationRoutes,
  quality: qualityRoutes,
  risk: riskRoutes,
  screening: screeningRoutes,
  verification: verificationRoutes,
  webhooks: webhookRoutes,
  console: consoleRoutes,
};

export const allRoutes: Route[] = Object.values(routes).flatMap((module) => Object.values<Route>(module));
