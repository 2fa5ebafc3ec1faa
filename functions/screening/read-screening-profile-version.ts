import { notFound } from '@assay/foundation';
import { endpoint } from '#shared/endpoint.ts';
import { builtInProfile } from '#shared/screening/profile.ts';
import { findProfileVersion } from '#shared/screening/repository/profiles.ts';
import { profileRoutes } from '#shared/screening/routes/profiles.ts';

export const handler = endpoint(profileRoutes.readScreeningProfileVersion, async ({ store, caller }, { params }) => {
  const version = Number(params.version);
  const builtIn = builtInProfile(params.key);
  const found = builtIn ?? (await findProfileVersion(store, caller, params.key, version));
  if (found?.version !== version) throw notFound('version of the screening profile');
  return found;
});
