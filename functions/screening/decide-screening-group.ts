import { endpoint } from '#shared/endpoint.ts';
import { matchRoutes } from '#shared/screening/routes/matches.ts';
import { decideGroup, groupAnswer } from '#shared/screening/use-cases/decide-group.ts';
import { updateCheckOfRun } from '#shared/verification/index.ts';

/**
 * Records one decision on the certain matches of a group: the run, its risk facts and the check of its session change
 * together.
 */
export const handler = endpoint(matchRoutes.decideScreeningGroup, async (context, { body }) => {
  const decided = await decideGroup(context, body);
  const { result } = decided;
  const renewed =
    result.decidedIds.length > 0 ? await updateCheckOfRun(context, result.run) : { writes: [], events: [] };
  return {
    writes: [...decided.writes, ...renewed.writes],
    events: [...decided.events, ...renewed.events],
    result: groupAnswer(body.groupId, result),
  };
});
