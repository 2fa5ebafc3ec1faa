import type { Scope } from '#shared/platform/caller.ts';
import type { Context } from '#shared/platform/context.ts';
import type { Store } from '#shared/platform/store/store.ts';
import { NAMED_PROFILES } from '../limits.ts';
import { BUILT_IN_PROFILES, builtInProfile, type ScreeningProfile } from '../profile.ts';
import {
  ownPolicy,
  policyByProfile,
  type RequestedPolicy,
  type ResolvedPolicy,
  unknownProfile,
} from '../profile-use.ts';
import { findStoredProfile, profileKeys } from '../repository/profiles.ts';
import { requireReviewScore } from './require-review-score.ts';

/** A built-in profile, or the latest version of one of the organization. */
export const findProfile = async (store: Store, scope: Scope, key: string): Promise<ScreeningProfile | undefined> =>
  builtInProfile(key) ?? findStoredProfile(store, scope, key);

/**
 * The lists and scores that a request asks for. A `reviewScore` above the highest of the organization is refused, also in a
 * profile that was saved before the limit. `within` is the path of the request in its body.
 */
export async function resolvePolicy(
  context: Pick<Context, 'store' | 'caller'>,
  requested: RequestedPolicy,
  within = '',
): Promise<ResolvedPolicy> {
  const { store, caller } = context;
  const key = requested.profileKey;
  const policy = key
    ? policyByProfile(await requireProfile(store, caller, key, within), requested, within)
    : ownPolicy(requested);
  await requireReviewScore(context, policy, within);
  return policy;
}

async function requireProfile(store: Store, scope: Scope, key: string, within: string): Promise<ScreeningProfile> {
  const profile = await findProfile(store, scope, key);
  if (profile) return profile;
  const known = await profileKeys(store, scope, NAMED_PROFILES);
  throw unknownProfile(key, [...BUILT_IN_PROFILES.map((one) => one.key), ...known], within);
}
