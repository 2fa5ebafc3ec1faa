import type { Api } from '../api/client.ts';

type SettingsProposal = Pick<
  Awaited<ReturnType<Api['organization']['listSettingsProposals']>>['items'][number],
  'id' | 'switchOff' | 'highestReviewScore' | 'linksByEmailOnly' | 'screening'
>;

/** Makes the proposed change of the settings and no other, with the reason of the second person. */
export async function acceptSettings(
  api: Api,
  { id: proposalId, switchOff, highestReviewScore, linksByEmailOnly, screening }: SettingsProposal,
  { reason, idempotencyKey }: { reason: string; idempotencyKey: string },
): Promise<void> {
  if (screening) {
    await api.screening.updateScreeningSettings({ body: { ...screening, proposalId, reason }, idempotencyKey });
    return;
  }
  const { revision } = await api.organization.readSettings({});
  await api.organization.updateSettings({
    body: {
      ...(switchOff.length > 0 && { fourEyes: Object.fromEntries(switchOff.map((rule) => [rule, false])) }),
      ...(highestReviewScore !== undefined && { highestReviewScore }),
      ...(linksByEmailOnly !== undefined && { linksByEmailOnly }),
      expectedRevision: revision,
      proposalId,
      reason,
    },
    idempotencyKey,
  });
}
