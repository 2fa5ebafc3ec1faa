import { endpoint } from '#shared/endpoint.ts';
import { OPEN_PROFILE_PROPOSALS } from '#shared/screening/limits.ts';
import { profileProposals } from '#shared/screening/repository/profiles.ts';
import { profileRoutes } from '#shared/screening/routes/profiles.ts';

export const handler = endpoint(profileRoutes.listOpenProfileProposals, async ({ store, caller }) => ({
  items: await profileProposals(store, caller, {
    limit: OPEN_PROFILE_PROPOSALS,
    isWanted: ({ status }) => status === 'open',
  }),
}));
