import type { Scope } from '#shared/platform/caller.ts';
import { erasablePartitions } from '#shared/platform/store/erasure.ts';
import type { Store } from '#shared/platform/store/store.ts';
import { partitionOf } from '../repository/collections.ts';
import { removeDeletedDocument } from '../repository/documents.ts';
import { removeFilesOfDocument } from '../repository/files.ts';

/**
 * Removes everything below a deleted draft, and its row last, so that a crashed worker starts over.
 */
export async function eraseDeleted(store: Store, scope: Scope, id: string): Promise<void> {
  await removeFilesOfDocument(scope, id);
  for await (const { table, keys } of erasablePartitions(store, 'documents', [partitionOf(scope, id)]))
    await store.deleteMany(table, keys);
  await store.writeOne(removeDeletedDocument(scope, id));
}
