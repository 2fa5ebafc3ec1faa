import { endpoint } from '#shared/endpoint.ts';
import { readCurrentSettings } from '#shared/organization/settings/index.ts';
import { rememberedRoutes } from '#shared/screening/routes/remembered-decisions.ts';
import { UNSET_MEMORY } from '#shared/screening/use-cases/remembered-decisions.ts';

export const handler = endpoint(
  rememberedRoutes.readScreeningSettings,
  async ({ store, caller: { organizationId } }) =>
    (await readCurrentSettings(store, organizationId)).screening ?? UNSET_MEMORY,
);
