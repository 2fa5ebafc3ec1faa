import { type CompiledPolicy, compilePolicy } from '@assay/policy-engine';
import { type Scope, scopeKey } from '#shared/platform/caller.ts';
import { BoundedCache } from '#shared/platform/store/bounded-cache.ts';
import type { Store } from '#shared/platform/store/store.ts';
import type { PolicyRecord } from '../policy.ts';

/**
 * Cache of published policy versions, which do not change until they are retired: each process reads, parses and
 * compiles a version once. Drafts are not cached, because another process can publish them at any time.
 * Without the cache, all assessments of a popular version would read the same row, and a partition
 * serves at most 3,000 reads per second.
 */

/**
 * Total length of the cached definitions as JSON. Parsed and compiled, they take several times as
 * much memory.
 */
const CACHED_CHARACTERS = 4 * 1024 * 1024;

/** One cache per store, so that several stores in a process (in tests) share nothing. */
const caches = new WeakMap<Store, BoundedCache<PolicyRecord>>();

function cacheOf(store: Store): BoundedCache<PolicyRecord> {
  const cache = caches.get(store) ?? new BoundedCache<PolicyRecord>(CACHED_CHARACTERS);
  caches.set(store, cache);
  return cache;
}

const nameOf = (scope: Scope, id: string) => `${scopeKey(scope)}#${id}`;

export const publishedVersion = (store: Store, scope: Scope, id: string) => cacheOf(store).get(nameOf(scope, id));

/** Frozen, because all requests of the process share it. */
export function rememberPublished(store: Store, scope: Scope, policy: PolicyRecord): PolicyRecord {
  if (policy.data.status !== 'published' || policy.data.retiredAt) return policy;
  const { length } = JSON.stringify(policy.data.definition);
  cacheOf(store).set(nameOf(scope, policy.id), deepFrozen(policy), length);
  return policy;
}

/** Entries live as long as the record they were compiled from. */
const compiledOf = new WeakMap<PolicyRecord, CompiledPolicy>();

export function compiledVersion(policy: PolicyRecord): CompiledPolicy {
  const compiled = compiledOf.get(policy) ?? compilePolicy(policy.data.definition);
  compiledOf.set(policy, compiled);
  return compiled;
}

function deepFrozen<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  for (const member of Object.values(value)) deepFrozen(member);
  return Object.freeze(value);
}
