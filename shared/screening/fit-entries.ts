import { cutText } from '@assay/watchlist';
import type { ScreeningEntry } from './entry.ts';
import { RUN_ENTRY_BYTES } from './limits.ts';

interface WithEntry {
  entry: ScreeningEntry | null;
}

/**
 * How much of an entry remains if not everything fits; each step is smaller than the previous one.
 */
interface Step {
  remarks: number;
  addresses: number;
  /** Items of each other collection. */
  items: number;
  /** Characters of each text. */
  text: number;
}

const STEPS: readonly Step[] = [
  { remarks: 300, addresses: Infinity, items: Infinity, text: Infinity },
  { remarks: 300, addresses: 5, items: Infinity, text: Infinity },
  { remarks: 0, addresses: 2, items: 10, text: 120 },
  { remarks: 0, addresses: 0, items: 1, text: 80 },
];

/**
 * Fits the entries of a run into one transaction and one response. Remarks are shortened first,
 * then addresses and other facts are removed, each time beginning with the lowest score: `matches`
 * are sorted highest first. An entry that lost something has `truncated: true`; its digest stays
 * that of the whole.
 */
export function fitEntries<T extends WithEntry>(matches: readonly T[], budgetBytes = RUN_ENTRY_BYTES): T[] {
  const fitted = [...matches];
  const sizes = fitted.map(({ entry }) => bytesOf(entry));
  let total = sizes.reduce((sum, size) => sum + size, 0);
  for (const step of STEPS)
    for (let at = fitted.length - 1; at >= 0 && total > budgetBytes; at -= 1) {
      const match = fitted[at];
      if (!match?.entry) continue;
      const entry = shortened(match.entry, step);
      const size = bytesOf(entry);
      total -= (sizes[at] ?? 0) - size;
      sizes[at] = size;
      fitted[at] = { ...match, entry };
    }
  return fitted;
}

const bytesOf = (entry: ScreeningEntry | null) => Buffer.byteLength(JSON.stringify(entry));

function shortened(entry: ScreeningEntry, step: Step): ScreeningEntry {
  const text = (value: string) => cutText(value, step.text);
  const few = <Item>(items: readonly Item[]) => items.slice(0, step.items);
  const cut = {
    ...entry,
    names: few(entry.names).map((name) => ({ ...name, text: text(name.text) })),
    births: few(entry.births),
    birthPlaces: few(entry.birthPlaces).map(text),
    countries: few(entry.countries),
    identifiers: few(entry.identifiers).map((one) => ({ ...one, value: text(one.value) })),
    addresses: entry.addresses.slice(0, step.addresses).map((one) => ({ ...one, text: text(one.text) })),
    programmes: few(entry.programmes).map(text),
    references: few(entry.references),
    titles: few(entry.titles).map(text),
    remarks: entry.remarks && step.remarks > 0 ? cutText(entry.remarks, step.remarks) : null,
    // Links are dropped instead of cut.
    links: few(entry.links).filter((link) => link.length <= step.text),
  };
  const isWhole = bytesOf(cut) === bytesOf(entry);
  return isWhole ? entry : { ...cut, truncated: true };
}
