import { principalOf } from '#shared/platform/caller.ts';
import type { Change, NewEvent } from '#shared/platform/change.ts';
import type { Context } from '#shared/platform/context.ts';
import { type Closing, closeProposal, endOf, type Proposal, proposalToClose } from '#shared/platform/proposals.ts';
import { replaceStoredProposals, type StoredProposals } from '#shared/platform/stored-proposals.ts';
import { recordEvent } from '../event.ts';
import type { OverrideProposal, PolicyProposal, RevocationProposal } from '../proposal.ts';
import {
  type RiskProposalKind,
  readOverrideProposals,
  readPolicyProposals,
  readRevocationProposals,
} from '../repository/proposals.ts';

interface Asked {
  kind: RiskProposalKind;
  about: string;
  id: string;
  status: Closing;
  reason: string;
}

/** Declines or withdraws a proposal about a policy version, an assessment or an override. */
export async function closeRiskProposal(context: Context, asked: Asked): Promise<Change<Proposal>> {
  const { kind, about } = asked;
  if (kind === 'policy')
    return closed(context, asked, await readPolicyProposals(context, about), ({ change }: PolicyProposal, details) =>
      recordEvent(
        `risk.policy.proposal_${asked.status}`,
        { resource: 'policies', id: about },
        {
          ...details,
          details: { ...details.details, ...(change && { change }) },
        },
      ),
    );
  if (kind === 'override')
    return closed(context, asked, await readOverrideProposals(context, about), (one: OverrideProposal, details) =>
      recordEvent(
        `risk.override.proposal_${asked.status}`,
        { resource: 'assessments', id: about },
        {
          subjectId: one.subjectId,
          ...details,
          details: { ...details.details, decision: one.decision, expiresAt: one.expiresAt },
        },
      ),
    );
  const stored = await readRevocationProposals(context, about);
  return closed(context, asked, stored, (one: RevocationProposal, details) =>
    recordEvent(
      `risk.override.revocation_${asked.status}`,
      { resource: 'overrides', id: about },
      {
        subjectId: one.subjectId ?? null,
        ...details,
      },
    ),
  );
}

function closed<P extends Proposal>(
  context: Context,
  { id, status, reason }: Asked,
  stored: StoredProposals<P>,
  eventOf: (proposal: P, about: { reason: string; details: Record<string, unknown> }) => NewEvent,
): Change<Proposal> {
  const open = proposalToClose(stored.proposals, id, { status, caller: principalOf(context.caller) });
  const end = endOf(context, status, reason);
  return {
    writes: replaceStoredProposals(stored, closeProposal(stored.proposals, open, end)),
    events: [eventOf(open, { reason, details: { proposalId: id, proposedBy: open.proposedBy } })],
    result: { ...open, ...end },
  };
}
