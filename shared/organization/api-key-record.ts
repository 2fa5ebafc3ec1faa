import * as z from 'zod';
import { type ApiKey, identifierOf, KeyScopes, UNRESTRICTED } from '#shared/identity/contract.ts';
import { Mode } from '#shared/platform/caller.ts';
import { Instant, recordOf, Timestamp, text } from '#shared/platform/http/shapes.ts';

/** An API key as returned to administrators. */
const NAME_CHARACTERS = 100;

export const NewApiKey = z
  .strictObject({
    name: text(NAME_CHARACTERS).default('API key'),
    mode: Mode,
    expiresAt: Instant.nullish().describe('Must be in the future.'),
    scopes: KeyScopes.default([...UNRESTRICTED]),
  })
  .meta({
    id: 'NewApiKey',
    examples: [{ name: 'Checkout service', mode: 'test', scopes: ['risk', 'screening:read'] }],
  });

const ApiKeyData = z.object({
  name: z.string(),
  key: z.string().describe('Value of the `X-Api-Key` header.'),
  mode: Mode,
  createdAt: Timestamp,
  expiresAt: Timestamp.nullable(),
  revokedAt: Timestamp.nullable(),
  scopes: KeyScopes,
  lastUsedAt: Timestamp.nullable().describe(
    'The hour of the latest request that was signed with this key; null before the first.',
  ),
});

const EXAMPLE = {
  id: '019ced2b-aa00-7000-8000-5d3c2b1a0f00',
  resource: 'api-keys',
  data: {
    name: 'Checkout service',
    key: 'ak_test_AZztK6oAcACAAF08KxoPAAGc7SuqAHAAgABdPCsaDwA',
    mode: 'test',
    createdAt: '2026-03-14T09:26:53.589Z',
    expiresAt: null,
    revokedAt: null,
    scopes: ['risk', 'screening:read'],
    lastUsedAt: '2026-03-14T11:00:00.000Z',
  },
};

export const ApiKeyRecord = recordOf('api-keys', ApiKeyData).meta({
  id: 'ApiKey',
  examples: [EXAMPLE],
});
export type ApiKeyRecord = z.infer<typeof ApiKeyRecord>;

export const NewApiKeyRecord = recordOf(
  'api-keys',
  ApiKeyData.extend({
    secret: z.string().describe('Secret that signs requests. Shown in this response only.'),
  }),
).meta({
  id: 'ApiKeyWithSecret',
  examples: [
    {
      ...EXAMPLE,
      data: {
        ...EXAMPLE.data,
        lastUsedAt: null,
        secret: 'Vw3n3Jm5m8yq1mO0s0o6k2v9p4x7z1c3b5n7m9a2d4f',
      },
    },
  ],
});

export const presentApiKey = (key: ApiKey): ApiKeyRecord => ({
  id: key.id,
  resource: 'api-keys',
  data: {
    name: key.name,
    key: identifierOf(key),
    mode: key.mode,
    createdAt: key.createdAt,
    expiresAt: key.expiresAt,
    revokedAt: key.revokedAt,
    scopes: [...(key.scopes ?? UNRESTRICTED)],
    lastUsedAt: key.lastUsedAt ?? null,
  },
});
