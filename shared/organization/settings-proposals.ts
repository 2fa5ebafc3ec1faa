import * as z from 'zod';
import { type Settings, settingsPartition, settingsRead } from '#shared/organization/settings/index.ts';
import type { Key, Store, Write } from '#shared/platform/store/store.ts';
import { SettingsProposal } from './settings-proposal.ts';

/** Proposals about the settings of an organization, in one row beside them, oldest first. */
export interface StoredSettingsProposals {
  proposals: SettingsProposal[];
  /** 0 before the first. */
  writes: number;
}

const keyOf = (organizationId: string): Key => ({
  pk: settingsPartition(organizationId),
  sk: 'proposals',
});

export async function readSettingsProposals(store: Store, organizationId: string): Promise<StoredSettingsProposals> {
  const [row] = await store.getMany([{ table: 'identity', key: keyOf(organizationId) }]);
  return {
    proposals: row ? z.array(SettingsProposal).parse(row.proposals) : [],
    writes: Number(row?.writes ?? 0),
  };
}

/** On condition that no proposal was made or closed meanwhile. */
export const replaceSettingsProposals = (
  organizationId: string,
  { writes }: StoredSettingsProposals,
  proposals: readonly SettingsProposal[],
): Write => ({
  table: 'identity',
  put: { ...keyOf(organizationId), proposals, writes: writes + 1 },
  when: writes === 0 ? 'absent' : { writes },
});

/** Condition that the settings are still those that a proposal is about. */
export const assertSettingsUnchanged = (organizationId: string, { revision }: Pick<Settings, 'revision'>): Write => ({
  table: 'identity',
  check: settingsRead(organizationId).key,
  when: { revision },
});
