import * as z from 'zod';
import type { Scope } from '#shared/platform/caller.ts';
import type { Item, Key, Read, Store, Write } from '#shared/platform/store/store.ts';
import { BUILT_IN_REASONS, ReasonFact, withFacts } from './decision-reasons.ts';
import { DEFAULT_SETTINGS, FourEyes, Settings } from './settings.ts';

/**
 * As stored: without reasons while the built-in ones apply. Limits may become narrower, so stored values
 * are not checked against those of requests.
 */
const StoredSettings = z.object({
  ...Settings.shape,
  deadlines: z.record(z.string(), z.number()),
  reasons: z.object({ falsePositive: z.array(z.string()), confirmed: z.array(z.string()) }).nullish(),
  /** Beside the reasons, because older releases refuse a member of them that they do not know. */
  reasonFacts: z.array(z.object({ reason: z.string(), fact: ReasonFact })).nullish(),
  fourEyes: FourEyes,
  subjectLink: z.string().nullable(),
  /** Absent from settings that releases without it wrote. */
  highestReviewScore: z.number().nullish(),
  linksByEmailOnly: z.boolean().nullish(),
});

export type SettingsToStore = Omit<Settings, 'reasons'> & { reasons: Settings['reasons'] | null };

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
  const { reasons, reasonFacts, highestReviewScore, linksByEmailOnly, ...stored } = StoredSettings.parse(item);
  return {
    ...stored,
    highestReviewScore: highestReviewScore ?? null,
    linksByEmailOnly: linksByEmailOnly ?? false,
    reasons: reasons ? withFacts(reasons, reasonFacts ?? []) : BUILT_IN_REASONS,
  };
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
  { reasons, ...after }: SettingsToStore,
): Write => ({
  table: 'identity',
  put: {
    ...keyOf(organizationId),
    ...after,
    reasons: reasons && { falsePositive: reasons.falsePositive, confirmed: reasons.confirmed },
    reasonFacts: reasons?.facts ?? null,
  },
  when: before.revision === 0 ? 'absent' : { revision: before.revision },
});
