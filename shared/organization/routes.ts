import * as z from 'zod';
import { defineRoutes, get, Nothing, post, remove } from '#shared/platform/http/route.ts';
import { Offset, pageOf, prose, Timestamp } from '#shared/platform/http/shapes.ts';
import { ApiKeyRecord, NewApiKey, NewApiKeyRecord } from './api-key-record.ts';

const REASON_CHARACTERS = 2_000;

const Erasure = z.object({ status: z.literal('erasing'), requestedAt: Timestamp }).meta({
  id: 'Erasure',
  examples: [{ status: 'erasing', requestedAt: '2026-03-14T09:26:53.589Z' }],
});

const KeyRevocation = z
  .strictObject({ reason: prose(REASON_CHARACTERS).nullish() })
  .optional()
  .meta({ id: 'KeyRevocation', examples: [{ reason: 'The key was published by mistake.' }] });

export const organizationRoutes = defineRoutes('organization', {
  createApiKey: post('/api-keys', 'admin', NewApiKey, NewApiKeyRecord, {
    summary: 'Create an API key',
    description: 'The secret is in this answer (and its replay) and nowhere else.',
    idempotency: 'optional',
    refusals: { expired_already: [422, 'The expiry does not lie in the future.'] },
    uses: { tables: { identity: ['PutItem'] } },
  }),
  listApiKeys: get('/api-keys', 'admin', pageOf(ApiKeyRecord), {
    summary: 'List the API keys of both modes',
    query: z.strictObject({ offset: Offset }),
    uses: { tables: { identity: ['Query'] } },
  }),
  revokeApiKey: post('/api-keys/{id}/revoke', 'admin', KeyRevocation, ApiKeyRecord, {
    summary: 'Revoke an API key',
    description:
      'Permanently: every later request of the key is refused. A request that was authenticated before the revocation may still complete, within 30 seconds. The history of the key records the reason.',
    status: 200,
    idempotency: 'optional',
    isModeless: true,
    refusals: {
      not_found: [404, 'There is no such API key.'],
      already_revoked: [409, 'The key was revoked before.'],
    },
    uses: { tables: { identity: ['UpdateItem'] } },
  }),
  deleteOrganization: remove('/organization', 'owner', Nothing, Erasure, {
    summary: 'Delete the organization with everything it has',
    description:
      'Credentials stop working at once. The data of both modes is erased in the background until nothing of it is left. Copies for recovery, which no request can read, are gone 35 days later.',
    status: 202,
    uses: { tables: { identity: ['PutItem'] }, queues: ['erasures'] },
  }),
});
