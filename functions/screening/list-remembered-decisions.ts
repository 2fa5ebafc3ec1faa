import { endpoint } from '#shared/endpoint.ts';
import { rememberedRoutes } from '#shared/screening/routes/remembered-decisions.ts';
import { listDecisions } from '#shared/screening/use-cases/remembered-decisions.ts';

export const handler = endpoint(rememberedRoutes.listRememberedDecisions, (context, { query }) =>
  listDecisions(context, query),
);
