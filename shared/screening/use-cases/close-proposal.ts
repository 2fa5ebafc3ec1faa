import { notFound } from '@assay/foundation';
import { principalOf } from '#shared/platform/caller.ts';
import type { Change } from '#shared/platform/change.ts';
import type { Context } from '#shared/platform/context.ts';
import { type Closing, closeProposal, endOf, type Proposal, proposalToClose } from '#shared/platform/proposals.ts';
import { replaceStoredProposals } from '#shared/platform/stored-proposals.ts';
import { profileEvent } from '../events.ts';
import { ListProposal } from '../list-proposal.ts';
import { isOwn, listIdOf } from '../lists/list-id.ts';
import { proposalsOf } from '../match-proposal.ts';
import { closedProposalWrites } from '../repository/closed-proposals.ts';
import { readListProposals } from '../repository/list-proposals.ts';
import { findStoredProfile, readProfileProposals } from '../repository/profiles.ts';
import { findRunOfMatch, replaceRun } from '../repository/runs.ts';
import { operatorMark, requireOperatorOf } from './list-operators.ts';
import { withSubject } from './with-subject.ts';

interface Asked {
  /** Id of the match, or key of the profile or list. */
  about: string;
  id: string;
  status: Closing;
  reason: string;
}

/** Declines or withdraws a proposed decision on a match. */
async function closeMatchProposal(context: Context, { about, id, status, reason }: Asked): Promise<Change<Proposal>> {
  const { store, caller } = context;
  const found = await findRunOfMatch(store, caller, about);
  if (!found) throw notFound('proposal');
  const stored = await withSubject(context, found.stored);
  const { proposals = [] } = stored;
  const open = proposalToClose(proposalsOf(proposals, about), id, { status, caller: principalOf(caller) });
  const end = endOf(context, status, reason);
  const { id: runId, riskSubjectId } = stored.run;
  return {
    writes: [
      ...replaceRun(caller, found, { ...stored, proposals: closeProposal(proposals, open, end) }),
      ...closedProposalWrites(caller, stored, { ...open, ...end }),
    ],
    events: [
      {
        type: `screening.match.proposal_${status}`,
        resource: 'screening-runs',
        resourceId: runId,
        subjectId: riskSubjectId,
        reason,
        details: { matchId: about, proposalId: id, proposedBy: open.proposedBy, decision: open.decision },
        announced: false,
      },
    ],
    result: { ...open, ...end },
  };
}

/** Declines or withdraws a proposed version of a profile. */
async function closeProfileProposal(context: Context, { about, id, status, reason }: Asked): Promise<Change<Proposal>> {
  const { store, caller } = context;
  const stored = await readProfileProposals(store, caller, about);
  const open = proposalToClose(stored.proposals, id, { status, caller: principalOf(caller) });
  const end = endOf(context, status, reason);
  const profile = await findStoredProfile(store, caller, about);
  const { version, proposedBy } = open;
  return {
    writes: replaceStoredProposals(stored, closeProposal(stored.proposals, open, end)),
    events: [
      profileEvent(`proposal_${status}`, profile?.id ?? id, {
        reason,
        details: { key: about, version, proposalId: id, proposedBy },
      }),
    ],
    result: { ...open, ...end },
  };
}

/** Declines or withdraws a proposed change of a list. Operators of other organizations do not find it. */
async function closeListProposal(context: Context, { about, id, status, reason }: Asked): Promise<Change<Proposal>> {
  const { store, caller } = context;
  const list = listIdOf(caller, about);
  if (!list) throw notFound('proposal');
  requireOperatorOf(caller, about);
  const stored = await readListProposals(store, list);
  const own = stored.proposals.filter(({ proposedIn }) => proposedIn === operatorMark(caller.organizationId));
  const open = proposalToClose(own, id, { status, caller: principalOf(caller) });
  const end = endOf(context, status, reason);
  const { change, versionId, proposedBy } = open;
  return {
    writes: replaceStoredProposals(stored, closeProposal(stored.proposals, open, end)),
    events: [
      {
        type: `screening.list.proposal_${status}`,
        resource: 'screening-lists',
        resourceId: versionId,
        subjectId: null,
        reason,
        details: { proposalId: id, proposedBy, list: about, change },
        announced: false,
      },
    ],
    historyMode: isOwn(list) ? caller.mode : 'live',
    result: ListProposal.parse({ ...open, ...end }),
  };
}

export const closeScreeningProposal = {
  match: closeMatchProposal,
  profile: closeProfileProposal,
  list: closeListProposal,
};
