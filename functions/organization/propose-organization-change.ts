import { endpoint } from '#shared/endpoint.ts';
import { organizationProposalEvent } from '#shared/organization/events.ts';
import { aboutOf, type OrganizationProposal } from '#shared/organization/organization-proposal.ts';
import { readOrganizationProposals } from '#shared/organization/organization-proposals.ts';
import { organizationRoutes } from '#shared/organization/routes.ts';
import { addStoredProposal, newProposal } from '#shared/platform/proposals.ts';
import { replaceStoredProposals } from '#shared/platform/stored-proposals.ts';

/** Proposes a change of a member or the deletion of the organization, for another person to make it. */
export const handler = endpoint(
  organizationRoutes.proposeOrganizationChange,
  async (context, { body: { change, reason } }) => {
    const { organizationId } = context.caller;
    const stored = await readOrganizationProposals(context.store, organizationId);
    const proposal: OrganizationProposal = {
      ...newProposal(context, reason),
      change,
    };
    const isAboutSame = (one: OrganizationProposal) => aboutOf(one.change) === aboutOf(change);
    const proposals = addStoredProposal(stored.proposals, proposal, isAboutSame);
    return {
      writes: replaceStoredProposals(stored, proposals),
      events: [organizationProposalEvent(organizationId, proposal)],
      historyMode: 'both' as const,
      result: proposal,
    };
  },
);
