import { endpoint } from '#shared/endpoint.ts';
import { profileRoutes } from '#shared/screening/routes/profiles.ts';
import { listProfiles } from '#shared/screening/use-cases/list-profiles.ts';

export const handler = endpoint(profileRoutes.listScreeningProfiles, (context, { query: { offset } }) =>
  listProfiles(context, offset),
);
