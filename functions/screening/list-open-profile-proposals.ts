import { endpoint } from '#shared/endpoint.ts';
import { OPEN_PROFILE_PROPOSALS } from '#shared/screening/limits.ts';
import { openProfileProposals } from '#shared/screening/repository/profiles.ts';
import { profileRoutes } from '#shared/screening/routes/profiles.ts';

export const handler = endpoint(profileRoutes.listOpenProfileProposals, async ({ store, caller }) => ({
  items: await openProfileProposals(store, caller, OPEN_PROFILE_PROPOSALS),
}));
