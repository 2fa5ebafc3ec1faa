import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import type { Item, Read, Store } from '#shared/platform/store/store.ts';
import { FIRST_KEY } from './keyring.ts';

/**
 * Retired master keys, for functions that must not read the master secret. Signing links are verified by
 * the hash in their document, so that functions called by signers hold no key. Without this row, a link
 * made with a leaked key would remain valid.
 */
const RetiredKeys = z.object({ numbers: z.array(z.int()), revision: z.int() });

const MAX_AGE_MS = 60_000;
export const RETIRED_KEYS = 'master-keys';
const key = { pk: RETIRED_KEYS, sk: 'retired' };

/** One row for the whole stage, cached by each process for a minute. */
export const retiredKeysRead: Read = { table: 'identity', key, maxAgeMs: MAX_AGE_MS };

export const isRetired = (row: Item | undefined, masterKey: number = FIRST_KEY): boolean =>
  row !== undefined && retiredIn(row).includes(masterKey);

export const retiredIn = (row: Item): number[] => RetiredKeys.parse(row).numbers;

/** Idempotent. */
export async function recordRetirement(store: Store, number: number): Promise<void> {
  const row = await store.get('identity', key);
  const { numbers, revision } = row ? RetiredKeys.parse(row) : { numbers: [], revision: 0 };
  if (numbers.includes(number)) return;
  const put = { ...key, numbers: [...numbers, number], revision: revision + 1 };
  await store.transact([{ table: 'identity', put, when: row ? { revision } : 'absent' }], randomUUID());
}
