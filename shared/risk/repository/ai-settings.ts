import type { Problem } from '@assay/foundation';
import { type Scope, scopeKey } from '#shared/platform/caller.ts';
import type { Key, Store, Write } from '#shared/platform/store/store.ts';
import { AiSettings } from '../investigation-ai-settings.ts';

const keyOf = (scope: Scope): Key => ({
  pk: `${scopeKey(scope)}#investigation-ai-settings`,
  sk: 'current',
});

export const aiSettingsPartition = (scope: Scope) => keyOf(scope).pk;

const UNDECIDED: AiSettings = { aiInvestigations: false, updatedAt: null, updatedBy: null };

export async function readAiSettings(store: Store, scope: Scope): Promise<AiSettings> {
  const row = await store.get('risk', keyOf(scope));
  return row ? AiSettings.parse(row) : UNDECIDED;
}

export const putAiSettings = (scope: Scope, settings: AiSettings): Write => ({
  table: 'risk',
  put: { ...keyOf(scope), ...settings },
});

/** Condition of a change that requires the owner's consent. */
export const whileConsented = (scope: Scope, otherwise: () => Problem): Write => ({
  table: 'risk',
  check: keyOf(scope),
  when: { aiInvestigations: true },
  otherwise,
});
