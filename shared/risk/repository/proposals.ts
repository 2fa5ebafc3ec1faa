import * as z from 'zod';
import { type Scope, scopeKey } from '#shared/platform/caller.ts';
import type { Context } from '#shared/platform/context.ts';
import type { Key, Write } from '#shared/platform/store/store.ts';
import { OverrideProposal, PolicyProposal, type Proposal } from '../proposal.ts';

/** Proposals about one policy version or assessment, in one row, oldest first. */
export interface StoredProposals<P extends Proposal> {
  proposals: P[];
  /** 0 before the first. */
  writes: number;
}

/** The partition of the proposals about a policy version or an assessment. */
export const proposalsPartition = (scope: Scope, aboutId: string) => `${scopeKey(scope)}#proposals#${aboutId}`;

const keyOf = (scope: Scope, aboutId: string): Key => ({
  pk: proposalsPartition(scope, aboutId),
  sk: 'all',
});

async function readProposals<P extends Proposal>(
  { store, caller }: Context,
  aboutId: string,
  shape: z.ZodType<P>,
): Promise<StoredProposals<P>> {
  const row = await store.get('risk', keyOf(caller, aboutId));
  return {
    proposals: row ? z.array(shape).parse(row.proposals) : [],
    writes: Number(row?.writes ?? 0),
  };
}

export const readPolicyProposals = (context: Context, policyVersionId: string) =>
  readProposals<PolicyProposal>(context, policyVersionId, PolicyProposal);

export const readOverrideProposals = (context: Context, assessmentId: string) =>
  readProposals<OverrideProposal>(context, assessmentId, OverrideProposal);

/** On condition that no proposal was made or closed meanwhile. */
export const replaceProposals = <P extends Proposal>(
  scope: Scope,
  aboutId: string,
  { writes }: StoredProposals<P>,
  proposals: readonly P[],
): Write => ({
  table: 'risk',
  put: { ...keyOf(scope, aboutId), proposals, writes: writes + 1 },
  when: writes === 0 ? 'absent' : { writes },
});
