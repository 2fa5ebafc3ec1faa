import { endpoint } from '#shared/endpoint.ts';
import { matchRoutes } from '#shared/screening/routes/matches.ts';
import { decideMatch, decisionAnswer } from '#shared/screening/use-cases/decide-match.ts';
import { updateCheckOfRun } from '#shared/verification/index.ts';

/**
 * Records a decision on a match: the run, its risk facts and the check of its session change
 * together.
 */
export const handler = endpoint(matchRoutes.decideScreeningMatch, async (context, { params, body }) => {
  const decided = await decideMatch(context, params.id, body);
  const renewed = await updateCheckOfRun(context, decided.result);
  return {
    writes: [...decided.writes, ...renewed.writes],
    events: [...decided.events, ...renewed.events],
    result: decisionAnswer(decided.result, params.id),
  };
});
