import { type Scope, scopeKey } from '#shared/platform/caller.ts';
import type { Item, Key, Store, Write } from '#shared/platform/store/store.ts';
import { newDataKey, unwrapKey, WrappedKey, wrapKey } from '../uploaded/data-key.ts';

/**
 * The key by which an organization recognises screened data whose decision it remembers, in each mode another one. It is
 * stored encrypted by a key that is derived from the master secret, and outlives that: see `carryOverMemoryKey`.
 */
export const memoryKeyPartition = (scope: Scope) => `${scopeKey(scope)}#memory-key`;

const keyOf = (scope: Scope): Key => ({ pk: memoryKeyPartition(scope), sk: 'key' });

/** What the encryption authenticates. */
const NAME = 'memory-key';

/** It changes only when the master secret is rotated. */
const MAX_AGE_MS = 10 * 60_000;

const unwrapped = (scope: Scope, row: Item | undefined) => row && unwrapKey(scope, NAME, WrappedKey.parse(row));

/**
 * The key, and what creates it with the first run that needs it. A master key that was retired without carrying over what
 * depends on it takes the key along: a new one is made, and every decision is asked for again.
 */
export async function memoryKey(store: Store, scope: Scope): Promise<{ key: Buffer; writes: Write[] }> {
  const [cached] = await store.getMany([{ table: 'screening', key: keyOf(scope), maxAgeMs: MAX_AGE_MS }]);
  const known = await unwrapped(scope, cached);
  if (known) return { key: known, writes: [] };
  // Another process may have made it since: read again, for the next run too.
  const [row] = await store.getMany([{ table: 'screening', key: keyOf(scope), maxAgeMs: 0 }]);
  const current = await unwrapped(scope, row);
  if (current) return { key: current, writes: [] };
  const key = newDataKey();
  return { key, writes: [await put(scope, key, row)] };
}

async function put(scope: Scope, key: Buffer, before: Item | undefined): Promise<Write> {
  return {
    table: 'screening',
    put: { ...keyOf(scope), ...(await wrapKey(scope, NAME, key)), isMemoryKey: true },
    when: before ? { masterKey: before.masterKey } : 'absent',
  };
}

/** Encrypts a stored key with the current master key. Undefined if it is, or can no longer be read. */
export async function carryOverMemoryKey(scope: Scope, row: Item, retired: number): Promise<Write | undefined> {
  if (WrappedKey.parse(row).masterKey !== retired) return undefined;
  const key = await unwrapped(scope, row);
  return key && put(scope, key, row);
}
