import { notFound } from '@assay/foundation';
import { endpoint } from '#shared/endpoint.ts';
import { profileRoutes } from '#shared/screening/routes/profiles.ts';
import { findProfile } from '#shared/screening/use-cases/resolve-policy.ts';

export const handler = endpoint(profileRoutes.readScreeningProfile, async ({ store, caller }, { params }) => {
  const profile = await findProfile(store, caller, params.key);
  if (!profile) throw notFound('screening profile');
  return profile;
});
