import { endpoint } from '#shared/endpoint.ts';
import { readProfileProposals } from '#shared/screening/repository/profiles.ts';
import { profileRoutes } from '#shared/screening/routes/profiles.ts';

export const handler = endpoint(profileRoutes.listProfileProposals, async ({ store, caller }, { params }) => {
  const { proposals } = await readProfileProposals(store, caller, params.key);
  return { items: proposals.toReversed() };
});
