import { conflict } from '@assay/foundation';
import { type Acceptance, acceptProposal as acceptIf } from '#shared/identity/index.ts';
import { type FourEyes, readSettings } from '#shared/organization/settings/index.ts';
import { principalOf } from '#shared/platform/caller.ts';
import type { Context } from '#shared/platform/context.ts';
import type { Proposal } from '#shared/platform/proposals.ts';
import type { StoredProposals } from '#shared/platform/stored-proposals.ts';

/** Accepts the proposal that a change names, which the setting of the organization may require. */
export async function acceptProposal<P extends Proposal>(
  context: Context,
  stored: StoredProposals<P>,
  {
    setting,
    author,
    ...change
  }: {
    proposalId: string | null | undefined;
    /** The rule that the change belongs to; undefined for one that never takes two people. */
    setting: keyof FourEyes | undefined;
    /** Who created the version that is published: never the second person. */
    author?: string | undefined;
    isAbout?: (proposal: P) => boolean;
  },
): Promise<Acceptance<P>> {
  const { fourEyes } = await readSettings(context);
  const isRequired = setting !== undefined && fourEyes[setting];
  if (isRequired && author === principalOf(context.caller))
    throw conflict('second_person_required', 'You created this version. Another owner or admin has to publish it.');
  return acceptIf(context, stored, { ...change, isRequired });
}
