import * as z from 'zod';
import type { Scope } from '#shared/platform/caller.ts';
import type { Item, Key, Read, Store, Write } from '#shared/platform/store/store.ts';
import { BUILT_IN_REASONS, DEFAULT_SETTINGS, FourEyes, Reasons, Settings } from './settings.ts';

/**
 * As stored: without reasons while the built-in ones apply. Limits may become narrower, so stored values
 * are not checked against those of requests.
 */
const StoredSettings = z.object({
  ...Settings.shape,
  deadlines: z.record(z.string(), z.number()),
  reasons: Reasons.nullish(),
  fourEyes: FourEyes,
  subjectLink: z.string().nullable(),
});

export type SettingsToStore = Omit<Settings, 'reasons'> & { reasons: Reasons | null };

export const settingsPartition = (organizationId: string) => `${organizationId}#settings`;

const keyOf = (organizationId: string): Key => ({
  pk: settingsPartition(organizationId),
  sk: 'current',
});

export const settingsRead = (organizationId: string): Read => ({
  table: 'identity',
  key: keyOf(organizationId),
});

export function settingsFrom(item: Item | undefined): Settings {
  if (!item) return DEFAULT_SETTINGS;
  const stored = StoredSettings.parse(item);
  return { ...stored, reasons: stored.reasons ?? BUILT_IN_REASONS };
}

/** How long a function may act on settings that have been changed meanwhile. */
const MAX_AGE_MS = 5_000;

/**
 * The settings of an organization for use cases of other modules, from the memory of the function for up
 * to five seconds. Needs `BatchGetItem` on the table `identity`, which every route with a credential has.
 */
export async function readSettings({
  store,
  caller: { organizationId },
}: {
  store: Store;
  caller: Pick<Scope, 'organizationId'>;
}): Promise<Settings> {
  const [row] = await store.getMany([{ ...settingsRead(organizationId), maxAgeMs: MAX_AGE_MS }]);
  return settingsFrom(row);
}

/** The settings as they are now. */
export async function readCurrentSettings(store: Store, organizationId: string): Promise<Settings> {
  const [row] = await store.getMany([settingsRead(organizationId)]);
  return settingsFrom(row);
}

export const putSettings = (
  organizationId: string,
  before: Settings,
  after: SettingsToStore,
): Write => ({
  table: 'identity',
  put: { ...keyOf(organizationId), ...after },
  when: before.revision === 0 ? 'absent' : { revision: before.revision },
});
