import { refused } from '@assay/foundation';
import { endpoint } from '#shared/endpoint.ts';
import type { ApiKey } from '#shared/identity/contract.ts';
import { createApiKey, currentMasterKey, secretOf, secretRetired } from '#shared/identity/index.ts';
import { type ApiKeyRecord, presentApiKey } from '#shared/organization/api-key-record.ts';
import { apiKeyEvent } from '#shared/organization/events.ts';
import { organizationRoutes } from '#shared/organization/routes.ts';

const SECRET_VERSION = 1;

/** Answers stored before there were several master keys contain the record alone. */
type Stored = ApiKeyRecord | { record: ApiKeyRecord; masterKey: number };

/** Creates an API key. Its secret is derived, so the stored answer does not contain it. */
export const handler = endpoint<typeof organizationRoutes.createApiKey, Stored>(
  organizationRoutes.createApiKey,
  async ({ caller, now, newId }, { body }) => {
    const expiresAt = body.expiresAt ? new Date(body.expiresAt) : null;
    if (expiresAt && expiresAt <= now) throw refused('expired_already', '`expiresAt` must be in the future.');

    const masterKey = await currentMasterKey();
    const key: ApiKey = {
      id: newId(),
      organizationId: caller.organizationId,
      name: body.name,
      mode: body.mode,
      createdAt: now.toISOString(),
      expiresAt: expiresAt?.toISOString() ?? null,
      revokedAt: null,
      secretVersion: SECRET_VERSION,
      masterKey,
      scopes: body.scopes,
    };
    return {
      writes: [createApiKey(key)],
      events: [apiKeyEvent('organization.api_key.created', key.id)],
      historyMode: key.mode,
      result: { record: presentApiKey(key), masterKey },
    };
  },
  {
    reveal: async (_context, stored) => {
      const { record, masterKey } = 'record' in stored ? stored : { record: stored, masterKey: undefined };
      const secret = await secretOf({ id: record.id, secretVersion: SECRET_VERSION, masterKey });
      if (secret === undefined) throw secretRetired();
      return { ...record, data: { ...record.data, secret } };
    },
  },
);
