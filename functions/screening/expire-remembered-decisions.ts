import { endpoint } from '#shared/endpoint.ts';
import { rememberedRoutes } from '#shared/screening/routes/remembered-decisions.ts';
import { expireDecisions } from '#shared/screening/use-cases/remembered-decisions.ts';

export const handler = endpoint(rememberedRoutes.expireRememberedDecisions, (context, { body }) =>
  expireDecisions(context, body),
);
