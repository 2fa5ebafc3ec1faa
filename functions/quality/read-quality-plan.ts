import { endpoint } from '#shared/endpoint.ts';
import { readPlan } from '#shared/quality/repository/plans.ts';
import { qualityRoutes } from '#shared/quality/routes.ts';

export const handler = endpoint(qualityRoutes.readQualityPlan, ({ store, caller }) => readPlan(store, caller));
