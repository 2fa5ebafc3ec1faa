import { type Scope, scopeKey } from '#shared/platform/caller.ts';
import type { Context } from '#shared/platform/context.ts';
import { type ProposalsRow, readStoredProposals } from '#shared/platform/stored-proposals.ts';
import { OverrideProposal, PolicyProposal, RevocationProposal } from '../proposal.ts';

/** The partition of the proposals about a policy version, an assessment or an override. */
export const proposalsPartition = (scope: Scope, aboutId: string) => `${scopeKey(scope)}#proposals#${aboutId}`;

const rowOf = (scope: Scope, aboutId: string): ProposalsRow => ({
  table: 'risk',
  key: { pk: proposalsPartition(scope, aboutId), sk: 'all' },
});

export const readPolicyProposals = ({ store, caller }: Context, policyVersionId: string) =>
  readStoredProposals<PolicyProposal>(store, rowOf(caller, policyVersionId), PolicyProposal);

export const readOverrideProposals = ({ store, caller }: Context, assessmentId: string) =>
  readStoredProposals<OverrideProposal>(store, rowOf(caller, assessmentId), OverrideProposal);

export const readRevocationProposals = ({ store, caller }: Context, overrideId: string) =>
  readStoredProposals<RevocationProposal>(store, rowOf(caller, overrideId), RevocationProposal);
