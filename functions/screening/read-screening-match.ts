import { endpoint } from '#shared/endpoint.ts';
import { matchRoutes } from '#shared/screening/routes/matches.ts';
import { readMatch } from '#shared/screening/use-cases/read-match.ts';

export const handler = endpoint(matchRoutes.readScreeningMatch, (context, { params }) => readMatch(context, params.id));
