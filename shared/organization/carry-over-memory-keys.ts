import { Mode } from '#shared/platform/caller.ts';
import type { Store } from '#shared/platform/store/store.ts';
import { carryOverMemoryKey } from '#shared/screening/index.ts';
import { rowsWith } from './master-key-usage.ts';

/**
 * Encrypts the keys by which screening remembers decisions with the current master key, before the one that encrypts them is
 * retired: otherwise every decision would be asked for again. Safe to repeat. Scans a table in full.
 */
export async function carryOverMemoryKeys(store: Store, retired: number): Promise<number> {
  let carried = 0;
  for await (const row of rowsWith('screening', 'isMemoryKey')) {
    const [organizationId = '', mode] = row.pk.split('#');
    const write = await carryOverMemoryKey({ organizationId, mode: Mode.parse(mode) }, row, retired);
    // A run that was faster has stored it with the current key.
    if (write && (await store.writeOne(write))) carried += 1;
  }
  return carried;
}
