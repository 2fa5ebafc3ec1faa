import { endpoint } from '#shared/endpoint.ts';
import { profileRoutes } from '#shared/screening/routes/profiles.ts';
import { proposeProfile } from '#shared/screening/use-cases/propose-profile.ts';

export const handler = endpoint(profileRoutes.proposeScreeningProfile, (context, { params, body }) =>
  proposeProfile(context, params.key, body),
);
