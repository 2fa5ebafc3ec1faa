import { endpoint } from '#shared/endpoint.ts';
import { proposeLimit } from '#shared/screening/assurance/accept-limit.ts';
import { assuranceRoutes } from '#shared/screening/routes/assurance.ts';

export const handler = endpoint(assuranceRoutes.proposeAssuranceLimit, (context, { params, body }) =>
  proposeLimit(context, params.id, body),
);
