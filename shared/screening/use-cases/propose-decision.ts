import { notFound } from '@assay/foundation';
import type { Change } from '#shared/platform/change.ts';
import type { Context } from '#shared/platform/context.ts';
import { addProposal, newProposal } from '#shared/platform/proposals.ts';
import { entryOf } from '../events.ts';
import { type MatchProposal, type NewProposal, openProposalOf } from '../match-proposal.ts';
import { closedProposalWrites } from '../repository/closed-proposals.ts';
import { findRunOfMatch, replaceRun } from '../repository/runs.ts';
import { assertReasonHolds } from './check-reason.ts';
import { withSubject } from './with-subject.ts';

/** Proposes a decision on a match. It replaces the open proposal of the match, if there is one. */
export async function proposeDecision(
  context: Context,
  matchId: string,
  { decision, reason }: NewProposal,
): Promise<Change<MatchProposal>> {
  const { store, caller } = context;
  const found = await findRunOfMatch(store, caller, matchId);
  if (!found) throw notFound('match');
  const proposal: MatchProposal = {
    ...newProposal(context, reason),
    matchId,
    decision,
  };
  const stored = await withSubject(context, found.stored);
  await assertReasonHolds(context, stored, { matchIds: [matchId], decision, reason });
  const { proposals = [] } = stored;
  const before = openProposalOf(proposals, matchId);
  const withNew = addProposal(proposals, before, proposal);
  const superseded = withNew.find(({ id }) => id === before?.id);
  const { id: runId, riskSubjectId } = stored.run;
  return {
    writes: [
      ...replaceRun(caller, found, { ...stored, proposals: withNew }),
      ...(superseded ? closedProposalWrites(caller, stored, superseded) : []),
    ],
    // Recorded in the history only, not delivered to webhooks.
    events: [
      {
        type: 'screening.match.proposed',
        resource: 'screening-runs',
        resourceId: runId,
        subjectId: riskSubjectId,
        reason,
        details: { matchId, proposalId: proposal.id, decision, ...entryOf(stored.run, matchId) },
        announced: false,
      },
    ],
    result: proposal,
  };
}
