import { endpoint } from '#shared/endpoint.ts';
import { matchRoutes } from '#shared/screening/routes/matches.ts';
import { proposeDecision } from '#shared/screening/use-cases/propose-decision.ts';

export const handler = endpoint(matchRoutes.proposeScreeningDecision, (context, { params, body }) =>
  proposeDecision(context, params.id, body),
);
