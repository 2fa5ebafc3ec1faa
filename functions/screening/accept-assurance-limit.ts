import { endpoint } from '#shared/endpoint.ts';
import { acceptLimit } from '#shared/screening/assurance/accept-limit.ts';
import { assuranceRoutes } from '#shared/screening/routes/assurance.ts';

export const handler = endpoint(assuranceRoutes.acceptAssuranceLimit, (context, { params, body }) =>
  acceptLimit(context, params.id, body),
);
