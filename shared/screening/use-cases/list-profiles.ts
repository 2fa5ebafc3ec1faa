import type { Context } from '#shared/platform/context.ts';
import { PAGE_ROWS, type Page } from '#shared/platform/store/paging.ts';
import { BUILT_IN_PROFILES, type ScreeningProfile } from '../profile.ts';
import { listStoredProfiles } from '../repository/profiles.ts';

/** The built-in profiles, then those of the organization in order of creation. */
export async function listProfiles({ store, caller }: Context, offset: number): Promise<Page<ScreeningProfile>> {
  const builtIn = offset === 0 ? BUILT_IN_PROFILES : [];
  const { items, nextOffset } = await listStoredProfiles(store, caller, { offset, limit: PAGE_ROWS - builtIn.length });
  return { items: [...builtIn, ...items], nextOffset };
}
