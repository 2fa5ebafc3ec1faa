import type { Scope } from '#shared/platform/caller.ts';
import type { Item, Key, Read, Store, Write } from '#shared/platform/store/store.ts';
import { NO_BRAND, type ShownBrand, StoredBrand, shownBrand } from './brand.ts';
import { settingsFrom, settingsPartition, settingsRead } from './settings-store.ts';

/** Beside the settings, and erased with them. */
const keyOf = (organizationId: string): Key => ({ pk: settingsPartition(organizationId), sk: 'brand' });

const brandRead = (organizationId: string): Read => ({ table: 'identity', key: keyOf(organizationId) });

const brandFrom = (row: Item | undefined): StoredBrand => (row ? StoredBrand.parse(row) : NO_BRAND);

/** How long a function may show a brand that has been changed meanwhile. */
const MAX_AGE_MS = 5_000;

/** What signers see, from the memory of the function for up to five seconds. Needs `BatchGetItem` on `identity`. */
export async function readShownBrand(
  store: Store,
  { organizationId }: Pick<Scope, 'organizationId'>,
): Promise<ShownBrand> {
  const reads = [brandRead(organizationId), settingsRead(organizationId)];
  const [brand, settings] = await store.getMany(reads.map((read) => ({ ...read, maxAgeMs: MAX_AGE_MS })));
  return shownBrand(brandFrom(brand), settingsFrom(settings));
}

/** The brand and the settings as they are now. */
export async function readCurrentBrand(store: Store, organizationId: string) {
  const [brand, settings] = await store.getMany([brandRead(organizationId), settingsRead(organizationId)]);
  return { brand: brandFrom(brand), settings: settingsFrom(settings) };
}

export const putBrand = (organizationId: string, before: StoredBrand, after: StoredBrand): Write => ({
  table: 'identity',
  put: { ...keyOf(organizationId), ...after },
  when: before.revision === 0 ? 'absent' : { revision: before.revision },
});
