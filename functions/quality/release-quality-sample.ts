import { endpoint } from '#shared/endpoint.ts';
import { qualityRoutes } from '#shared/quality/routes.ts';
import { releaseSample } from '#shared/quality/use-cases/review-samples.ts';

export const handler = endpoint(qualityRoutes.releaseQualitySample, (context, { params }) =>
  releaseSample(context, params.id),
);
