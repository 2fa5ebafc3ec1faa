import { endpoint } from '#shared/endpoint.ts';
import { organizationProposalEvent } from '#shared/organization/events.ts';
import { aboutOf, type OrganizationProposal } from '#shared/organization/organization-proposal.ts';
import { readOrganizationProposals } from '#shared/organization/organization-proposals.ts';
import { organizationRoutes } from '#shared/organization/routes.ts';
import { principalOf } from '#shared/platform/caller.ts';
import { addProposal, openProposalIn, STORED_PROPOSALS } from '#shared/platform/proposals.ts';
import { replaceStoredProposals } from '#shared/platform/stored-proposals.ts';

/** Proposes a change of a member or the deletion of the organization, for another person to make it. */
export const handler = endpoint(
  organizationRoutes.proposeOrganizationChange,
  async ({ store, caller, now, newId }, { body: { change, reason } }) => {
    const { organizationId } = caller;
    const stored = await readOrganizationProposals(store, organizationId);
    const proposal: OrganizationProposal = {
      id: newId(),
      reason,
      proposedBy: principalOf(caller),
      proposedAt: now.toISOString(),
      status: 'open',
      closedBy: null,
      closedAt: null,
      change,
    };
    const open = openProposalIn(stored.proposals.filter((one) => aboutOf(one.change) === aboutOf(change)));
    const proposals = addProposal(stored.proposals, open, proposal).slice(-STORED_PROPOSALS);
    return {
      writes: [replaceStoredProposals(stored, proposals)],
      events: [organizationProposalEvent(organizationId, proposal)],
      historyMode: 'both' as const,
      result: proposal,
    };
  },
);
