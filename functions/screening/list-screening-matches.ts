import { endpoint } from '#shared/endpoint.ts';
import { matchRoutes } from '#shared/screening/routes/matches.ts';
import { listMatches } from '#shared/screening/use-cases/list-matches.ts';

export const handler = endpoint(matchRoutes.listScreeningMatches, (context, { query }) =>
  listMatches(context, query),
);
