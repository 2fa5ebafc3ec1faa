import { notFound } from '@assay/foundation';
import * as z from 'zod';
import { type Caller, Mode } from '#shared/platform/caller.ts';
import type { Context } from '#shared/platform/context.ts';
import { type Collection, keyIn, listCollection, oneRecord, type Paging } from '#shared/platform/store/collection.ts';
import { shardPlanOf } from '#shared/platform/store/shard-plans.ts';
import type { Item, Read, Store, Write } from '#shared/platform/store/store.ts';
import { bestEffort } from './best-effort.ts';
import { KeyScope } from './key-scope.ts';
import { deriveSecret } from './master-secret.ts';

/** A credential of a program. It belongs to one organization and one mode, which never change. */
export const ApiKey = z.object({
  id: z.uuid(),
  organizationId: z.string(),
  name: z.string(),
  mode: Mode,
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime().nullable(),
  revokedAt: z.iso.datetime().nullable(),
  secretVersion: z.number(),
  /** The master key its secret is derived from; undefined means the first. */
  masterKey: z.int().optional(),
  /** Undefined on keys created before scopes existed, which are unrestricted. */
  scopes: z.array(KeyScope).optional(),
  /** The hour of the latest request; undefined before the first. */
  lastUsedAt: z.iso.datetime().optional(),
});
export type ApiKey = z.infer<typeof ApiKey>;

/** Undefined if its master key has been retired. */
export async function secretOf({
  id,
  secretVersion: version,
  masterKey,
}: Pick<ApiKey, 'id' | 'secretVersion' | 'masterKey'>): Promise<string | undefined> {
  const secret = await deriveSecret('api-key', { id, version, masterKey });
  return secret?.toString('base64url');
}

export const isUsable = ({ revokedAt, expiresAt }: ApiKey, nowMs: number) =>
  revokedAt === null && (expiresAt === null || Date.parse(expiresAt) > nowMs);

/** Keys of both modes share a collection: they belong to the organization, and mode is a property. */
export const apiKeysOf = (organizationId: string): Collection => ({
  table: 'identity',
  name: `${organizationId}#api-keys`,
  shards: shardPlanOf('records'),
});

export const apiKeyFrom = (item: Item) => ApiKey.parse(item);

/** The row of the key with this id. The row may belong to another organization and must be checked. */
export const apiKeyRead = (organizationId: string, id: string): Read => ({
  table: 'identity',
  key: keyIn(apiKeysOf(organizationId), id),
});

/** Reads all keys in one round trip; undefined for each key that does not exist. */
export async function findApiKeys(
  store: Store,
  organizationId: string,
  ids: readonly string[],
): Promise<(ApiKey | undefined)[]> {
  const rows = await store.getMany(ids.map((id) => apiKeyRead(organizationId, id)));
  return rows.map((row, index) => (row?.id === ids[index] ? row && apiKeyFrom(row) : undefined));
}

export async function readApiKey({ store, caller }: Context, id: string): Promise<ApiKey> {
  const [key] = await findApiKeys(store, caller.organizationId, [id]);
  if (!key) throw notFound('API key');
  return key;
}

export const listApiKeys = <T>({ store, caller }: Context, { offset, order }: Paging, present: (key: ApiKey) => T) =>
  listCollection(store, apiKeysOf(caller.organizationId), {
    offset,
    order,
    expand: oneRecord((row) => present(apiKeyFrom(row))),
  });

export const createApiKey = (key: ApiKey): Write => ({
  table: 'identity',
  put: { ...keyIn(apiKeysOf(key.organizationId), key.id), ...key },
  when: 'absent',
});

export const revokeApiKey = (key: ApiKey, at: Date): Write => ({
  table: 'identity',
  update: keyIn(apiKeysOf(key.organizationId), key.id),
  set: { revokedAt: at.toISOString() },
  when: { id: key.id, revokedAt: null },
});

export const callerOf = ({ id, organizationId, mode, scopes }: ApiKey): Caller => ({
  kind: 'api_key',
  id,
  organizationId,
  mode,
  role: 'client',
  ...(scopes && { scopes }),
});

const HOUR_MS = 3_600_000;

export const hourOf = (ms: number) => new Date(ms - (ms % HOUR_MS)).toISOString();

/**
 * Records that a key is in use, with one write per key and hour: the condition admits only the first
 * request of the hour. The write is not part of the request's transaction and never fails the request.
 */
export async function noteUse(store: Store, key: ApiKey, nowMs: number): Promise<void> {
  const { lastUsedAt } = key;
  const hour = hourOf(nowMs);
  if (lastUsedAt !== undefined && lastUsedAt >= hour) return;
  await bestEffort(
    store.writeOne({
      table: 'identity',
      update: keyIn(apiKeysOf(key.organizationId), key.id),
      set: { lastUsedAt: hour },
      when: { id: key.id, lastUsedAt },
    }),
  );
}
