import * as z from 'zod';
import { addSeconds } from '#shared/platform/clock.ts';
import { rowsOf } from '#shared/platform/store/erasure.ts';
import type { Key, Store, Write } from '#shared/platform/store/store.ts';

/**
 * List versions that a batch is screened against, and that are therefore kept while it runs. Like the state of the lists,
 * pins belong to the installation: they name a batch, and no organization.
 */
const Pin = z.object({ versionIds: z.array(z.string()), expiresAtSeconds: z.int() });

const PARTITION = 'list-pins';
/** A pin that nobody removed, of an organization that was erased while a batch ran. */
const STORED_SECONDS = 14 * 24 * 60 * 60;

const keyOf = (batchId: string): Key => ({ pk: PARTITION, sk: batchId });

export const pinVersions = (batchId: string, versionIds: readonly string[], now: Date): Write => ({
  table: 'screening',
  put: {
    ...keyOf(batchId),
    versionIds: [...versionIds],
    expiresAtSeconds: Math.floor(addSeconds(now, STORED_SECONDS).getTime() / 1000),
  },
});

export const unpinVersions = (batchId: string): Write => ({ table: 'screening', remove: keyOf(batchId) });

/** All pinned versions, of any list. */
export async function pinnedVersions(store: Store, now: Date): Promise<Set<string>> {
  const pinned = new Set<string>();
  for await (const rows of rowsOf(store, 'screening', PARTITION))
    for (const { versionIds, expiresAtSeconds } of rows.map((row) => Pin.parse(row)))
      if (expiresAtSeconds * 1000 > now.getTime()) for (const id of versionIds) pinned.add(id);
  return pinned;
}
