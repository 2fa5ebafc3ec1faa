import { notFound } from '@assay/foundation';
import { runStatus } from '@assay/watchlist';
import { principalOf } from '#shared/platform/caller.ts';
import type { Change, NewEvent } from '#shared/platform/change.ts';
import type { Context } from '#shared/platform/context.ts';
import { findRunOfMatch, replaceRun } from '../repository/runs.ts';
import type { ScreeningRun } from '../run.ts';
import type { DecisionAnswer, NewDecision } from '../run-decision.ts';
import type { StoredRun } from '../stored-run.ts';
import { correctRiskFacts } from './record-risk-facts.ts';

/**
 * Records a reviewer's decision on a match, and updates the status of the run and its risk facts.
 */
export async function decideMatch(
  context: Context,
  matchId: string,
  { decision, reason }: NewDecision,
): Promise<Change<ScreeningRun>> {
  const { store, caller, now } = context;
  const found = await findRunOfMatch(store, caller, matchId);
  if (!found) throw notFound('match');
  const { run } = found.stored;

  const matches = run.matches.map((match) =>
    match.id === matchId ? { ...match, decision } : match,
  );
  const entry = { matchId, decision, reason };
  const decided = { decidedBy: principalOf(caller), decidedAt: now.toISOString() };
  const stored: StoredRun = {
    ...found.stored,
    run: {
      ...run,
      matches,
      decisions: [...run.decisions, { ...entry, ...decided }],
      status: runStatus({
        hasFailed: run.errorCode !== null,
        matches,
        isIncomplete: run.incomplete,
        policy: run.policy,
      }),
    },
  };
  const recorded = run.riskSubjectId
    ? await correctRiskFacts(context, run.riskSubjectId, stored)
    : { writes: [], events: [], stored };
  return {
    writes: [...replaceRun(caller, found, recorded.stored), ...recorded.writes],
    events: [decisionEvent(recorded.stored, matchId, { decision, reason }), ...recorded.events],
    result: recorded.stored.run,
  };
}

/** Recorded in the history only, not delivered to webhooks. */
const decisionEvent = (
  { run }: StoredRun,
  matchId: string,
  { decision, reason }: NewDecision,
): NewEvent => ({
  type: 'screening.match.decided',
  resource: 'screening-runs',
  resourceId: run.id,
  subjectId: run.riskSubjectId,
  reason,
  details: { matchId, decision },
  announced: false,
});

/** The response to the reviewer. */
export function decisionAnswer(run: ScreeningRun, matchId: string): DecisionAnswer {
  const match = run.matches.find(({ id }) => id === matchId);
  if (!match) throw notFound('match');
  const { id, status, incomplete, incompleteReasons, topScore } = run;
  return { match, run: { id, status, incomplete, incompleteReasons, topScore } };
}
