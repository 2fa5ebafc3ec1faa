import { conflict } from '@assay/foundation';
import { endpoint } from '#shared/endpoint.ts';
import { readApiKey, revokeApiKey } from '#shared/identity/index.ts';
import { presentApiKey } from '#shared/organization/api-key-record.ts';
import { apiKeyEvent } from '#shared/organization/events.ts';
import { organizationRoutes } from '#shared/organization/routes.ts';

/** Revokes a key. Every request reads the key, so the next one is already refused. */
export const handler = endpoint(organizationRoutes.revokeApiKey, async (context, { params, body }) => {
  const key = await readApiKey(context, params.id);

  if (key.revokedAt) throw conflict('already_revoked', `The key was revoked at ${key.revokedAt}.`);

  return {
    writes: [revokeApiKey(key, context.now)],
    events: [apiKeyEvent('organization.api_key.revoked', key.id, body?.reason ?? undefined)],
    historyMode: key.mode,
    result: presentApiKey({ ...key, revokedAt: context.now.toISOString() }),
  };
});
