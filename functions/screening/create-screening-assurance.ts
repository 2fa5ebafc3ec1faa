import { endpoint } from '#shared/endpoint.ts';
import { startAssurance } from '#shared/screening/assurance/start-assurance.ts';
import { assuranceRoutes } from '#shared/screening/routes/assurance.ts';

export const handler = endpoint(assuranceRoutes.createScreeningAssurance, (context, { body }) =>
  startAssurance(context, body),
);
