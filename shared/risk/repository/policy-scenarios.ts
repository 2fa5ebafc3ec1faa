import { type Scope, scopeKey } from '#shared/platform/caller.ts';
import type { Store, Write } from '#shared/platform/store/store.ts';
import type { Scenario } from '../scenario.ts';

/** Scenarios of policy versions, in rows of their own: assessments read versions without them. */
export const scenariosPartition = (scope: Scope) => `${scopeKey(scope)}#policy-scenarios`;

export interface SavedScenarios {
  scenarios: Scenario[];
  savedBy: string;
  savedAt: string;
}

const keyOf = (scope: Scope, policyVersionId: string) => ({ pk: scenariosPartition(scope), sk: policyVersionId });

/** With how often the scenarios of the version were saved; 0 before the first. */
interface StoredScenarios {
  revision: number;
  saved: SavedScenarios | undefined;
}

const ifUnchanged = ({ revision }: Pick<StoredScenarios, 'revision'>) => (revision === 0 ? 'absent' : { revision });

/** Nobody saved scenarios meanwhile. */
export const checkScenarios = (scope: Scope, policyVersionId: string, stored: StoredScenarios): Write => ({
  table: 'risk',
  check: keyOf(scope, policyVersionId),
  when: ifUnchanged(stored),
});

/** Stored as text, because evidence can contain numbers that DynamoDB cannot store. */
export const saveScenarios = (
  scope: Scope,
  policyVersionId: string,
  { scenarios, ...saved }: SavedScenarios,
  before: Pick<StoredScenarios, 'revision'> = { revision: 0 },
): Write => ({
  table: 'risk',
  put: {
    ...keyOf(scope, policyVersionId),
    scenarios: JSON.stringify(scenarios),
    ...saved,
    revision: before.revision + 1,
  },
  when: ifUnchanged(before),
});

export async function readScenarios(store: Store, scope: Scope, policyVersionId: string): Promise<StoredScenarios> {
  const row = await store.get('risk', keyOf(scope, policyVersionId));
  if (!row) return { revision: 0, saved: undefined };
  const saved = {
    scenarios: JSON.parse(String(row.scenarios)) as Scenario[],
    savedBy: String(row.savedBy),
    savedAt: String(row.savedAt),
  };
  return { revision: Number(row.revision), saved };
}
