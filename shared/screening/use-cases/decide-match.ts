import { conflict, notFound } from '@assay/foundation';
import { runStatus } from '@assay/watchlist';
import { readSettings } from '#shared/organization/settings/index.ts';
import { principalOf } from '#shared/platform/caller.ts';
import type { Change, NewEvent } from '#shared/platform/change.ts';
import type { Context } from '#shared/platform/context.ts';
import { acceptedProposal, assertSecondPerson, closeProposal } from '#shared/platform/proposals.ts';
import { type MatchProposal, openProposalOf, proposalsOf } from '../match-proposal.ts';
import { decisionWrites } from '../repository/match-decisions.ts';
import { findRunOfMatch, replaceRun } from '../repository/runs.ts';
import type { ScreeningRun } from '../run.ts';
import type { DecisionAnswer, NewDecision } from '../run-decision.ts';
import type { StoredRun } from '../stored-run.ts';
import { assertReasonHolds } from './check-reason.ts';
import { correctRiskFacts } from './correct-risk-facts.ts';
import { withSubject } from './with-subject.ts';

/**
 * Records a reviewer's decision on a match, and updates the status of the run and its risk facts.
 */
export async function decideMatch(
  context: Context,
  matchId: string,
  asked: NewDecision,
): Promise<Change<ScreeningRun>> {
  const { store, caller, now } = context;
  const found = await findRunOfMatch(store, caller, matchId);
  if (!found) throw notFound('match');
  const { decision, reason } = asked;
  const before = await withSubject(context, found.stored);
  const { run, proposals = [] } = before;
  const accepted = proposalFor(proposalsOf(proposals, matchId), asked);
  const { fourEyes } = await readSettings(context);
  assertSecondPerson(accepted, { isRequired: fourEyes.matches, caller: principalOf(caller) });
  await assertReasonHolds(context, before, { matchId, decision, reason });

  const matches = run.matches.map((match) =>
    match.id === matchId ? { ...match, decision, reviewReason: undefined } : match,
  );
  const [decidedBy, decidedAt] = [principalOf(caller), now.toISOString()];
  const entry = { matchId, decision, reason, decidedBy, decidedAt };
  const proposed = { proposalId: accepted?.id ?? null, proposedBy: accepted?.proposedBy ?? null };
  const closed = {
    status: accepted ? ('accepted' as const) : ('superseded' as const),
    closedBy: decidedBy,
    closedAt: decidedAt,
  };
  const stored: StoredRun = {
    ...before,
    proposals: closeProposal(proposals, openProposalOf(proposals, matchId), closed),
    run: {
      ...run,
      matches,
      decisions: [...run.decisions, { ...entry, ...proposed }],
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
    writes: [
      ...replaceRun(caller, found, recorded.stored),
      ...decisionWrites(caller, recorded.stored.run),
      ...recorded.writes,
    ],
    events: [decisionEvent(recorded.stored, { ...entry, ...proposed }), ...recorded.events],
    result: recorded.stored.run,
  };
}

/** The open proposal that the decision names, which must propose the same. */
function proposalFor(
  proposals: readonly MatchProposal[],
  { decision, proposalId }: NewDecision,
): MatchProposal | undefined {
  const accepted = acceptedProposal(proposals, proposalId);
  if (accepted && accepted.decision !== decision)
    throw conflict(
      'proposal_differs',
      `The proposal is \`${accepted.decision}\`. To decide otherwise, create a proposal of your own.`,
    );
  return accepted;
}

/** Recorded in the history only, not delivered to webhooks. */
const decisionEvent = (
  { run }: StoredRun,
  { matchId, decision, reason, proposalId, proposedBy }: ScreeningRun['decisions'][number],
): NewEvent => ({
  type: 'screening.match.decided',
  resource: 'screening-runs',
  resourceId: run.id,
  subjectId: run.riskSubjectId,
  reason,
  details: { matchId, decision, ...(proposalId && { proposalId, proposedBy }) },
  announced: false,
});

/** The response to the reviewer. */
export function decisionAnswer(run: ScreeningRun, matchId: string): DecisionAnswer {
  const match = run.matches.find(({ id }) => id === matchId);
  if (!match) throw notFound('match');
  const { id, status, incomplete, incompleteReasons, topScore } = run;
  return { match, run: { id, status, incomplete, incompleteReasons, topScore } };
}
