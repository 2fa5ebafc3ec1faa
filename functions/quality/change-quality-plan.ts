import { endpoint } from '#shared/endpoint.ts';
import { qualityRoutes } from '#shared/quality/routes.ts';
import { changePlan } from '#shared/quality/use-cases/save-plan.ts';

export const handler = endpoint(qualityRoutes.changeQualityPlan, (context, { body }) => changePlan(context, body));
