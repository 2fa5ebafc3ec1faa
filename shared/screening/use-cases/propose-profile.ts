import { conflict } from '@assay/foundation';
import type { Change } from '#shared/platform/change.ts';
import type { Context } from '#shared/platform/context.ts';
import { addStoredProposal, newProposal } from '#shared/platform/proposals.ts';
import { replaceStoredProposals } from '#shared/platform/stored-proposals.ts';
import { profileEvent } from '../events.ts';
import type { NewProfileProposal, ProfileProposal } from '../profile.ts';
import { readProfileProposals } from '../repository/profiles.ts';
import { checkedChange } from './save-profile.ts';

/** Proposes to create or change a profile, for another person to do it. */
export async function proposeProfile(
  context: Context,
  key: string,
  { reason, ...asked }: NewProfileProposal,
): Promise<Change<ProfileProposal>> {
  const { store, caller } = context;
  const { before, content, changed } = await checkedChange(context, key, asked);
  if (changed.length === 0)
    throw conflict('profile_unchanged', `The profile \`${key}\` already has these lists, scores and texts.`);
  const stored = await readProfileProposals(store, caller, key);
  const proposal: ProfileProposal = {
    ...newProposal(context, reason),
    profileKey: key,
    version: (before?.version ?? 0) + 1,
    profile: content,
  };
  return {
    writes: replaceStoredProposals(stored, addStoredProposal(stored.proposals, proposal)),
    // A profile that does not exist yet has no id.
    events: [
      profileEvent('proposed', before?.id ?? proposal.id, {
        reason,
        details: { key, version: proposal.version, changed, proposalId: proposal.id },
      }),
    ],
    result: proposal,
  };
}
