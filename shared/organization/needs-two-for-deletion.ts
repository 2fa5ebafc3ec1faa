import { isAnyRuleOn, readCurrentSettings } from '#shared/organization/settings/index.ts';
import { optionalSetting } from '#shared/platform/environment.ts';
import type { Store } from '#shared/platform/store/store.ts';

/** What the installation allows: no deletions (`off`), or only by two people (`two-persons`). */
export const deletionSetting = () => optionalSetting('ORGANIZATION_DELETION');

/** Whether the deletion of an organization, and the release of what prevents it, takes two people. */
export async function needsTwoForDeletion(store: Store, organizationId: string): Promise<boolean> {
  const { fourEyes } = await readCurrentSettings(store, organizationId);
  return deletionSetting() === 'two-persons' || isAnyRuleOn(fourEyes);
}
