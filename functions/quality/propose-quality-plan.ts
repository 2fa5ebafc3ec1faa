import { endpoint } from '#shared/endpoint.ts';
import { qualityRoutes } from '#shared/quality/routes.ts';
import { proposePlan } from '#shared/quality/use-cases/save-plan.ts';

export const handler = endpoint(qualityRoutes.proposeQualityPlan, (context, { body }) => proposePlan(context, body));
