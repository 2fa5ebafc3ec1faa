/** A test of effectiveness as it is asked for. */
export interface AssuranceText {
  profileKey: string;
  sources: readonly string[];
  entries: string;
  customers: string;
}

/** Limits and defaults of the service. */
export const ENTRIES = { least: 200, most: 5_000, usual: 1_000 } as const;
export const CUSTOMERS = { least: 1, most: 20_000, usual: 10_000 } as const;

const isWithin = (text: string, { least, most }: { least: number; most: number }) =>
  /^\d+$/.test(text.trim()) && Number(text) >= least && Number(text) <= most;

export const rangeWords = ({ least, most }: { least: number; most: number }) =>
  `${least.toLocaleString('en-GB')} to ${most.toLocaleString('en-GB')}`;

/** Why the form cannot be sent yet. Lists are chosen only where the profile has none. */
export function missingIn({ sources, entries, customers }: AssuranceText, hasOwnLists: boolean): string | null {
  if (!hasOwnLists && sources.length === 0) return 'Choose a list first.';
  if (!isWithin(entries, ENTRIES)) return `Listed entries: write ${rangeWords(ENTRIES)}.`;
  return isWithin(customers, CUSTOMERS) ? null : `Customers: write ${rangeWords(CUSTOMERS)}.`;
}

export const bodyOf = ({ profileKey, sources, entries, customers }: AssuranceText, hasOwnLists: boolean) => ({
  profileKey,
  ...(!hasOwnLists && { sources: [...sources] }),
  entries: Number(entries),
  customers: Number(customers),
});
