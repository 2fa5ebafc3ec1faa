import { Problem } from '@assay/foundation';
import { type Scope, scopeKey } from '#shared/platform/caller.ts';
import type { Item, Key, Read, Store, Write } from '#shared/platform/store/store.ts';
import { unwrapKey, WrappedKey } from '../uploaded/data-key.ts';

/**
 * Data keys of batches, each in a row of its own: DynamoDB deletes it when the rows are no longer to be kept, and without it
 * nothing that the batch stored can be read.
 */
export const batchKeysPartition = (scope: Scope) => `${scopeKey(scope)}#batch-keys`;

const keyOf = (scope: Scope, batchId: string): Key => ({ pk: batchKeysPartition(scope), sk: batchId });

export const storeBatchKey = (scope: Scope, batchId: string, wrapped: WrappedKey, keepUntil: Date): Write => ({
  table: 'screening',
  put: {
    ...keyOf(scope, batchId),
    ...wrapped,
    expiresAtSeconds: Math.floor(keepUntil.getTime() / 1000),
  },
  when: 'absent',
});

export const removeBatchKey = (scope: Scope, batchId: string): Write => ({
  table: 'screening',
  remove: keyOf(scope, batchId),
  when: 'present',
  otherwise: rowsErased,
});

export const batchKeyRead = (scope: Scope, batchId: string): Read => ({
  table: 'screening',
  key: keyOf(scope, batchId),
});

/** DynamoDB may take days to delete a row that has expired. */
export const isKept = (row: Item | undefined, now: Date) =>
  row !== undefined && Number(row.expiresAtSeconds) * 1000 > now.getTime();

/** Undefined once the rows of the batch are erased. */
export async function findBatchKey(
  store: Store,
  scope: Scope,
  batchId: string,
  now: Date,
): Promise<Buffer | undefined> {
  const row = await store.get('screening', keyOf(scope, batchId));
  return isKept(row, now) ? unwrapKey(scope, batchId, WrappedKey.parse(row)) : undefined;
}

export const rowsErased = () => new Problem(410, 'rows_erased', 'The rows and results of the batch have been erased.');
