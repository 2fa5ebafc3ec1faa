import type { Settings } from '#shared/organization/settings/contract.ts';
import { principalOf } from '#shared/platform/caller.ts';
import type { Context } from '#shared/platform/context.ts';
import { acceptedProposal, assertSecondPerson, closeProposal, openProposalIn } from '#shared/platform/proposals.ts';
import type { Write } from '#shared/platform/store/store.ts';
import { assertAsProposed, isWeakened, type SettingsProposal } from '../settings-proposal.ts';
import { readSettingsProposals, replaceSettingsProposals } from '../settings-proposals.ts';

interface SettingsChange {
  before: Settings;
  after: Settings;
  changed: readonly string[];
  proposalId: string | null | undefined;
}

/**
 * Switching a two-person rule off, or raising the highest review score, accepts the proposal of another person. Every other change of the
 * rules supersedes an open proposal, because it was made about other rules.
 */
export async function acceptWeakening(
  { store, caller, now }: Context,
  { proposalId, ...change }: SettingsChange,
): Promise<{ accepted: SettingsProposal | undefined; writes: Write[] }> {
  const isOfRules = ['fourEyes', 'highestReviewScore'].some((name) => change.changed.includes(name));
  if (!isOfRules && !proposalId) return { accepted: undefined, writes: [] };
  const { organizationId } = caller;
  const stored = await readSettingsProposals(store, organizationId);
  const closedBy = principalOf(caller);
  const accepted = acceptedProposal(stored.proposals, proposalId);
  assertSecondPerson(accepted, {
    isRequired: accepted !== undefined || isWeakened(change.before, change.after),
    caller: closedBy,
  });
  if (accepted) assertAsProposed(accepted, change);
  const open = openProposalIn(stored.proposals);
  if (!open) return { accepted, writes: [] };
  const closed = closeProposal(stored.proposals, open, {
    status: accepted ? 'accepted' : 'superseded',
    closedBy,
    closedAt: now.toISOString(),
  });
  return { accepted, writes: [replaceSettingsProposals(organizationId, stored, closed)] };
}
