import { endpoint } from '#shared/endpoint.ts';
import { rememberScreeningDecisions } from '#shared/organization/index.ts';
import { rememberedRoutes } from '#shared/screening/routes/remembered-decisions.ts';

export const handler = endpoint(rememberedRoutes.updateScreeningSettings, (context, { body }) =>
  rememberScreeningDecisions(context, body),
);
