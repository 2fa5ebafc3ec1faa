import { endpoint } from '#shared/endpoint.ts';
import { qualityRoutes } from '#shared/quality/routes.ts';
import { reviewSample } from '#shared/quality/use-cases/review-samples.ts';

export const handler = endpoint(qualityRoutes.reviewQualitySample, (context, { params, body }) =>
  reviewSample(context, params.id, body),
);
