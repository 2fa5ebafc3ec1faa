import { endpoint } from '#shared/endpoint.ts';
import { qualityRoutes } from '#shared/quality/routes.ts';
import { claimSample } from '#shared/quality/use-cases/review-samples.ts';

export const handler = endpoint(qualityRoutes.claimQualitySample, (context, { params }) =>
  claimSample(context, params.id),
);
