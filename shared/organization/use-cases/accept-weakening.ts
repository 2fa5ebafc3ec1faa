import { type Acceptance, acceptProposal } from '#shared/identity/index.ts';
import type { Settings } from '#shared/organization/settings/contract.ts';
import type { Context } from '#shared/platform/context.ts';
import { assertAsProposed, CONTROLS, isWeakened, type SettingsProposal } from '../settings-proposal.ts';
import { readSettingsProposals } from '../settings-proposals.ts';

interface SettingsChange {
  before: Settings;
  after: Settings;
  changed: readonly string[];
  proposalId: string | null | undefined;
}

/**
 * Switching a two-person rule off, or raising the highest review score, accepts the proposal of another person. Every
 * other change of the rules supersedes an open proposal, because it was made about other rules.
 */
export async function acceptWeakening(
  context: Context,
  { proposalId, ...change }: SettingsChange,
): Promise<Pick<Acceptance<SettingsProposal>, 'accepted' | 'writes'>> {
  const isOfRules = CONTROLS.some((name) => change.changed.includes(name));
  if (!isOfRules && !proposalId) return { accepted: undefined, writes: [] };
  const stored = await readSettingsProposals(context.store, context.caller.organizationId);
  const isRequired = Boolean(proposalId) || isWeakened(change.before, change.after);
  const acceptance = await acceptProposal(context, stored, { proposalId, isRequired });
  if (acceptance.accepted) assertAsProposed(acceptance.accepted, change);
  return acceptance;
}
