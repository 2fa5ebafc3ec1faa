import { endpoint } from '#shared/endpoint.ts';
import { qualityRoutes } from '#shared/quality/routes.ts';
import { readSample } from '#shared/quality/use-cases/review-samples.ts';

export const handler = endpoint(qualityRoutes.readQualitySample, (context, { params }) =>
  readSample(context, params.id),
);
