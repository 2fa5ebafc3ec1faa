import type { CompiledPolicy, PolicyDefinition } from '@assay/policy-engine';
import { compilePolicy } from '@assay/policy-engine';
import * as z from 'zod';
import { type Scope, scopeKey } from '#shared/platform/caller.ts';
import { BoundedCache } from '#shared/platform/store/bounded-cache.ts';
import type { Item, Key, Read, Store, Write } from '#shared/platform/store/store.ts';
import { packOne, unpackOne } from './one-part.ts';

/**
 * Shadow versions, in three kinds of rows: which version of a key is the shadow, since when and until when a version is
 * or was one, and beside a version in force what its assessments evaluate too. The last is read with that version, so
 * it contains the definition.
 */
export const shadowsPartition = (scope: Scope) => `${scopeKey(scope)}#policy-shadows`;

const rowKey = (scope: Scope, kind: 'key' | 'version' | 'beside', name: string): Key => ({
  pk: shadowsPartition(scope),
  sk: `${kind}#${name}`,
});

const KeyRow = z.object({
  policyVersionId: z.string(),
  /** The version in force that it is evaluated beside. */
  besideId: z.string(),
  enabled: z.boolean(),
  until: z.string().nullable(),
  revision: z.number(),
});
export type ShadowOfKey = z.infer<typeof KeyRow>;

const VersionRow = z.object({ enabled: z.boolean(), since: z.string(), until: z.string().nullable() });
export type ShadowTimes = z.infer<typeof VersionRow>;

export interface BesideVersion {
  policyVersionId: string;
  until: string | null;
  packed: unknown;
}

/** Other processes read the row again after this time, as they do with retirements. */
const MAX_AGE_MS = 5_000;

export const besideRead = (scope: Scope, versionInForceId: string): Read => ({
  table: 'risk',
  key: rowKey(scope, 'beside', versionInForceId),
  maxAgeMs: MAX_AGE_MS,
});

export const besideIn = (row: Item | undefined): BesideVersion | undefined =>
  row && { policyVersionId: String(row.policyVersionId), until: row.until as string | null, packed: row.definition };

export async function readShadows(
  store: Store,
  scope: Scope,
  { policyKey, policyVersionId }: { policyKey: string; policyVersionId: string },
) {
  const keys = [rowKey(scope, 'key', policyKey), rowKey(scope, 'version', policyVersionId)];
  const [ofKey, ofVersion] = await store.getMany(keys.map((key) => ({ table: 'risk' as const, key })));
  return { ofKey: ofKey && KeyRow.parse(ofKey), ofVersion: ofVersion && VersionRow.parse(ofVersion) };
}

const ifUnchanged = (before: ShadowOfKey | undefined) => (before ? { revision: before.revision } : ('absent' as const));

export const shadowUnchanged = (scope: Scope, policyKey: string, before: ShadowOfKey | undefined): Write => ({
  table: 'risk',
  check: rowKey(scope, 'key', policyKey),
  when: ifUnchanged(before),
});

export const putShadowOfKey = (
  scope: Scope,
  policyKey: string,
  before: ShadowOfKey | undefined,
  after: Omit<ShadowOfKey, 'revision'>,
): Write => ({
  table: 'risk',
  put: { ...rowKey(scope, 'key', policyKey), ...after, revision: (before?.revision ?? 0) + 1 },
  when: ifUnchanged(before),
});

export const putShadowTimes = (scope: Scope, policyVersionId: string, times: ShadowTimes): Write => ({
  table: 'risk',
  put: { ...rowKey(scope, 'version', policyVersionId), ...times },
});

export const putBeside = (
  scope: Scope,
  versionInForceId: string,
  { definition, ...shadow }: { policyVersionId: string; until: string | null; definition: PolicyDefinition },
): Write => ({
  table: 'risk',
  put: { ...rowKey(scope, 'beside', versionInForceId), ...shadow, definition: packOne(definition) },
});

export const removeBeside = (scope: Scope, versionInForceId: string): Write => ({
  table: 'risk',
  remove: rowKey(scope, 'beside', versionInForceId),
});

export interface OpenedShadow {
  definition: PolicyDefinition;
  compiled: CompiledPolicy;
}

/** Total length of the cached definitions as JSON. */
const CACHED_CHARACTERS = 1024 * 1024;
const caches = new WeakMap<Store, BoundedCache<OpenedShadow>>();

/** Compiled once in each process: the definition of a version never changes. */
export function openShadow(store: Store, scope: Scope, { policyVersionId, packed }: BesideVersion): OpenedShadow {
  const cache = caches.get(store) ?? new BoundedCache<OpenedShadow>(CACHED_CHARACTERS);
  caches.set(store, cache);
  const name = `${scopeKey(scope)}#${policyVersionId}`;
  const known = cache.get(name);
  if (known) return known;
  const definition = unpackOne(packed) as PolicyDefinition;
  const opened = { definition, compiled: compilePolicy(definition) };
  cache.set(name, opened, JSON.stringify(definition).length);
  return opened;
}
