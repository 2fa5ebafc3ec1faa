import { type Settings, settingsPartition, settingsRead } from '#shared/organization/settings/index.ts';
import type { Store, Write } from '#shared/platform/store/store.ts';
import { readStoredProposals } from '#shared/platform/stored-proposals.ts';
import { SettingsProposal } from './settings-proposal.ts';

/** Proposals about the settings of an organization, in one row beside them. */
export const readSettingsProposals = (store: Store, organizationId: string) =>
  readStoredProposals<SettingsProposal>(
    store,
    { table: 'identity', key: { pk: settingsPartition(organizationId), sk: 'proposals' } },
    SettingsProposal,
  );

/** Condition that the settings are still those that a proposal is about. */
export const assertSettingsUnchanged = (organizationId: string, { revision }: Pick<Settings, 'revision'>): Write => ({
  table: 'identity',
  check: settingsRead(organizationId).key,
  when: revision === 0 ? 'absent' : { revision },
});
