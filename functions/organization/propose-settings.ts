import { conflict, refused } from '@assay/foundation';
import { endpoint } from '#shared/endpoint.ts';
import { settingsProposalEvent } from '#shared/organization/events.ts';
import { organizationRoutes } from '#shared/organization/routes.ts';
import { remembersMore } from '#shared/organization/settings/contract.ts';
import { isRaised, readCurrentSettings } from '#shared/organization/settings/index.ts';
import type { SettingsProposal } from '#shared/organization/settings-proposal.ts';
import { assertSettingsUnchanged, readSettingsProposals } from '#shared/organization/settings-proposals.ts';
import { addStoredProposal, newProposal } from '#shared/platform/proposals.ts';
import { replaceStoredProposals } from '#shared/platform/stored-proposals.ts';

/** Proposes to switch controls off, for an owner who is another person to do it. */
export const handler = endpoint(
  organizationRoutes.proposeSettings,
  async (context, { body: { switchOff, highestReviewScore, linksByEmailOnly, screening, reason } }) => {
    const { store, caller } = context;
    const { organizationId } = caller;
    const settings = await readCurrentSettings(store, organizationId);
    const { fourEyes } = settings;
    const off = switchOff.filter((rule) => !fourEyes[rule]);
    if (off.length > 0)
      throw conflict(
        'rule_not_on',
        `These rules are not on: ${off.map((rule) => `\`${rule}\``).join(', ')}. Read the settings and propose again.`,
      );

    const proposesLimit = highestReviewScore !== undefined;
    const proposesLinks = linksByEmailOnly !== undefined;
    const isMixed = screening && (proposesLimit || proposesLinks || switchOff.length > 0);
    if (isMixed)
      throw refused('mixed_proposal', 'Propose `screening` alone: it is accepted with `PUT /screening/settings`.');
    const isIdle =
      (screening && !remembersMore(settings.screening, screening)) ||
      (proposesLimit && !isRaised(settings.highestReviewScore, highestReviewScore)) ||
      (proposesLinks && !settings.linksByEmailOnly) ||
      !(proposesLimit || proposesLinks || screening || switchOff.length > 0);
    if (isIdle)
      throw conflict(
        'rule_not_on',
        'The proposal weakens nothing. Name a rule that is on, a `highestReviewScore` above the current one, `linksByEmailOnly` while it is on, or `screening` that remembers more decisions than now.',
      );

    const stored = await readSettingsProposals(store, organizationId);
    const proposal: SettingsProposal = {
      ...newProposal(context, reason),
      switchOff,
      ...(proposesLimit && { highestReviewScore }),
      ...(proposesLinks && { linksByEmailOnly }),
      ...(screening && { screening }),
      fourEyes,
    };
    const proposals = addStoredProposal(stored.proposals, proposal);
    return {
      writes: [assertSettingsUnchanged(organizationId, settings), ...replaceStoredProposals(stored, proposals)],
      events: [settingsProposalEvent(organizationId, proposal)],
      historyMode: 'both' as const,
      result: proposal,
    };
  },
);
