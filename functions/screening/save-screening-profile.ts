import { endpoint } from '#shared/endpoint.ts';
import { profileRoutes } from '#shared/screening/routes/profiles.ts';
import { saveProfile } from '#shared/screening/use-cases/save-profile.ts';

export const handler = endpoint(profileRoutes.saveScreeningProfile, (context, { params, body }) =>
  saveProfile(context, params.key, body),
);
