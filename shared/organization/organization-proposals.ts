import { type Acceptance, acceptProposal } from '#shared/identity/index.ts';
import { settingsPartition } from '#shared/organization/settings/index.ts';
import type { Context } from '#shared/platform/context.ts';
import type { Store } from '#shared/platform/store/store.ts';
import { readStoredProposals } from '#shared/platform/stored-proposals.ts';
import { aboutOf, assertSameChange, OrganizationProposal, type ProposedChange } from './organization-proposal.ts';

/** Proposals about members and the deletion of an organization, in one row beside its settings. */
const CHANGES = 'proposals#changes';

export const readOrganizationProposals = (store: Store, organizationId: string) =>
  readStoredProposals<OrganizationProposal>(
    store,
    { table: 'identity', key: { pk: settingsPartition(organizationId), sk: CHANGES } },
    OrganizationProposal,
  );

/** Accepts the proposal that a change names, which has to propose just this. */
export async function acceptChange(
  context: Context,
  made: ProposedChange,
  { proposalId, isRequired }: { proposalId: string | null | undefined; isRequired: boolean },
): Promise<Acceptance<OrganizationProposal>> {
  const stored = await readOrganizationProposals(context.store, context.caller.organizationId);
  const isAbout = ({ change }: OrganizationProposal) => aboutOf(change) === aboutOf(made);
  const acceptance = await acceptProposal(context, stored, { proposalId, isRequired, isAbout });
  if (acceptance.accepted) assertSameChange(acceptance.accepted, made);
  return acceptance;
}
