import { endpoint } from '#shared/endpoint.ts';
import { listMatches } from '#shared/screening/repository/match-lists.ts';
import { matchRoutes } from '#shared/screening/routes/matches.ts';

export const handler = endpoint(matchRoutes.listScreeningMatches, (context, { query }) =>
  listMatches(context.store, context.caller, { ...query, state: query.decision }),
);
