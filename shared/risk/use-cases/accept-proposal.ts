import { type FourEyes, readSettings } from '#shared/organization/settings/index.ts';
import { principalOf } from '#shared/platform/caller.ts';
import type { Context } from '#shared/platform/context.ts';
import { acceptedProposal, assertSecondPerson, closeProposal, openProposalIn } from '#shared/platform/proposals.ts';
import type { Write } from '#shared/platform/store/store.ts';
import type { Proposal } from '../proposal.ts';
import { replaceProposals, type StoredProposals } from '../repository/proposals.ts';

interface Acceptance<P extends Proposal> {
  /** The proposal that the change accepts. */
  accepted: P | undefined;
  /** Closes the open proposal: accepted, or superseded by a change that does not name it. */
  writes: Write[];
  /** For the history event of the change. */
  details: { proposalId: string; proposedBy: string } | undefined;
}

/** Accepts the proposal that a change names, which the setting of the organization may require. */
export async function acceptProposal<P extends Proposal>(
  context: Context,
  stored: StoredProposals<P>,
  { aboutId, proposalId, setting }: { aboutId: string; proposalId: string | null | undefined; setting: keyof FourEyes },
): Promise<Acceptance<P>> {
  const { caller, now } = context;
  const accepted = acceptedProposal(stored.proposals, proposalId);
  const { fourEyes } = await readSettings(context);
  const closedBy = principalOf(caller);
  assertSecondPerson(accepted, { isRequired: fourEyes[setting], caller: closedBy });
  const open = openProposalIn(stored.proposals);
  if (!open) return { accepted, writes: [], details: undefined };
  const status = accepted ? ('accepted' as const) : ('superseded' as const);
  const closed = closeProposal(stored.proposals, open, { status, closedBy, closedAt: now.toISOString() });
  return {
    accepted,
    writes: [replaceProposals(caller, aboutId, stored, closed)],
    details: accepted && { proposalId: accepted.id, proposedBy: accepted.proposedBy },
  };
}
