import { endpoint } from '#shared/endpoint.ts';
import { screeningRoutes } from '#shared/screening/routes.ts';
import { decideMatch } from '#shared/screening/use-cases/decide-match.ts';

export const handler = endpoint(screeningRoutes.decideScreeningMatch, (context, { params, body }) =>
  decideMatch(context, params.id, body),
);
