import { type Acceptance, acceptProposal as acceptIf } from '#shared/identity/index.ts';
import { type FourEyes, readSettings } from '#shared/organization/settings/index.ts';
import type { Context } from '#shared/platform/context.ts';
import type { Proposal } from '#shared/platform/proposals.ts';
import type { StoredProposals } from '#shared/platform/stored-proposals.ts';

/** Accepts the proposal that a change names, which the setting of the organization may require. */
export async function acceptProposal<P extends Proposal>(
  context: Context,
  stored: StoredProposals<P>,
  {
    setting,
    ...change
  }: {
    proposalId: string | null | undefined;
    /** The rule that the change belongs to; undefined for one that never takes two people. */
    setting: keyof FourEyes | undefined;
    isAbout?: (proposal: P) => boolean;
  },
): Promise<Acceptance<P>> {
  const { fourEyes } = await readSettings(context);
  return acceptIf(context, stored, { ...change, isRequired: setting !== undefined && fourEyes[setting] });
}
