import { conflict, notFound } from '@assay/foundation';
import { requireSecondPerson } from '#shared/identity/index.ts';
import { readSettings } from '#shared/organization/settings/index.ts';
import type { Change } from '#shared/platform/change.ts';
import type { Context } from '#shared/platform/context.ts';
import { acceptedProposal } from '#shared/platform/proposals.ts';
import { type MatchProposal, proposalsOf } from '../match-proposal.ts';
import { findRunOfMatch } from '../repository/runs.ts';
import type { ScreeningRun } from '../run.ts';
import type { DecisionAnswer, NewDecision } from '../run-decision.ts';
import { assertReasonHolds } from './check-reason.ts';
import { recordDecisions } from './record-decisions.ts';
import { withSubject } from './with-subject.ts';

/**
 * Records a reviewer's decision on a match, and updates the status of the run and its risk facts.
 */
export async function decideMatch(
  context: Context,
  matchId: string,
  asked: NewDecision,
): Promise<Change<ScreeningRun>> {
  const { store, caller } = context;
  const found = await findRunOfMatch(store, caller, matchId);
  if (!found) throw notFound('match');
  const { decision, reason } = asked;
  const before = await withSubject(context, found.stored);
  const { proposals = [] } = before;
  const accepted = proposalFor(proposalsOf(proposals, matchId), asked);
  const { fourEyes } = await readSettings(context);
  await requireSecondPerson(context, accepted, { isRequired: fourEyes.matches });
  await assertReasonHolds(context, before, { matchIds: [matchId], decision, reason });
  return recordDecisions(context, { found, before }, [{ matchId, accepted }], { decision, reason });
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

/** The response to the reviewer. */
export function decisionAnswer(run: ScreeningRun, matchId: string): DecisionAnswer {
  const match = run.matches.find(({ id }) => id === matchId);
  if (!match) throw notFound('match');
  const { id, status, incomplete, incompleteReasons, topScore } = run;
  return { match, run: { id, status, incomplete, incompleteReasons, topScore } };
}
