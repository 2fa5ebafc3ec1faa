import { isLei } from '@assay/names';
import { countryCode } from '../countries.ts';
import { type BirthSpan, type ListedEntry, type ListedIdentifier, type ListedName, MEASURES } from '../listed-entry.ts';
import { birthSpan } from './birth-span.ts';
import type { DropReason, ListReport, OnEntry } from './list-parser.ts';
import { LONGEST_TEXT_CHARS } from './reading/file-limits.ts';
import { unreadable } from './reading/list-unreadable.ts';
import { allReferences } from './references.ts';
import { tidy, tidyListing } from './tidy-listing.ts';

/** Receives the entries of a parser, cleans them and counts what was dropped. */
export interface Collector {
  /** Passes the cleaned entry on, or counts it as dropped and says why. */
  accept(entry: ListedEntry, kind?: { isVessel: boolean }): Promise<DropReason | undefined>;
  drop(reason: DropReason): DropReason;
  stray(count?: number): void;
  /** The files are of a publication that the publisher has given up. */
  retired(): void;
  outOfScope(): void;
  /** Records the number of records that the file states. */
  statesCount(text: string): void;
  /** Records the list that a record states. */
  statesList(name: string): void;
  country(name: string): string | null;
  birth(text: string): BirthSpan | null;
  /** Rejects a publication without any entry: it is faulty, not an empty list. */
  report(publishedAt: string | null): ListReport;
}

export function collectEntries(onEntry: OnEntry): Collector {
  const ids = new Set<string>();
  const report: ListReport = {
    publishedAt: null,
    entryCount: 0,
    counts: { person: 0, entity: 0, vessel: 0 },
    statedCount: null,
    listNames: {},
    droppedEntries: 0,
    droppedReasons: {},
    droppedNames: 0,
    unreadDates: 0,
    unknownCountries: {},
    strayRows: 0,
    isRetired: false,
    outOfScope: 0,
  };
  const drop = (reason: DropReason) => {
    report.droppedEntries += 1;
    report.droppedReasons[reason] = (report.droppedReasons[reason] ?? 0) + 1;
    return reason;
  };

  return {
    drop,
    stray: (count = 1) => {
      report.strayRows += count;
    },
    retired: () => {
      report.isRetired = true;
    },
    outOfScope: () => {
      report.outOfScope += 1;
    },
    statesCount: (text) => {
      report.statedCount = /^\d{1,9}$/.test(text.trim()) ? Number(text) : null;
    },
    statesList: (name) => countUnder(report.listNames, name.trim()),
    async accept(entry, { isVessel } = { isVessel: false }) {
      const id = entry.id.trim();
      const names = usableNames(entry.names);
      if (!id) return drop('no_id');
      if (names.length === 0) return drop('no_name');
      if (ids.has(id)) return drop('duplicate_id');
      ids.add(id);
      report.entryCount += 1;
      report.counts[isVessel ? 'vessel' : entry.kind] += 1;
      report.droppedNames += entry.names.filter(({ text }) => text.trim() && !isSearchable(text)).length;
      const { listing: stated, references: _references, measures: _measures, ...rest } = entry;
      const listing = tidyListing(stated);
      const references = allReferences(entry, { isVessel });
      const measures = MEASURES.filter((measure) => entry.measures?.includes(measure));
      await onEntry({
        ...rest,
        id,
        names,
        ...withoutRepetition(entry),
        ...(references.length > 0 && { references }),
        ...(measures.length > 0 && { measures }),
        ...(listing && { listing }),
      });
      return undefined;
    },
    country(name) {
      const code = countryCode(name);
      if (!code && name.trim()) countUnder(report.unknownCountries, name.trim());
      return code;
    },
    birth(text) {
      const span = birthSpan(text);
      if (!span) report.unreadDates += 1;
      return span;
    },
    report(publishedAt) {
      if (report.entryCount === 0) unreadable('no_entries', 'The files contain no usable entry.');
      return { ...report, publishedAt };
    },
  };
}

const MOST_NAMES = 200;
const COUNTED_NAME_CHARS = 60;

/** Limits the size of the report, whatever a broken column contains. */
function countUnder(counts: Record<string, number>, name: string): void {
  const short = name.slice(0, COUNTED_NAME_CHARS);
  const isFull = Object.keys(counts).length >= MOST_NAMES && !(short in counts);
  const key = isFull ? '…' : short;
  counts[key] = (counts[key] ?? 0) + 1;
}

/**
 * Vessels and gangs may have numbers as names; a name without a letter or digit cannot be searched.
 */
const isSearchable = (text: string) => text.length <= LONGEST_TEXT_CHARS && /[\p{L}\p{N}]/u.test(text);

/** Each name once; a name that is strong anywhere is strong. */
function usableNames(names: readonly ListedName[]): ListedName[] {
  const byText = new Map<string, ListedName>();
  for (const name of names) {
    const text = tidy(name.text);
    if (!isSearchable(text)) continue;
    const isWeak = name.isWeak && (byText.get(text)?.isWeak ?? true);
    byText.set(text, { text, isWeak });
  }
  return [...byText.values()];
}

function withoutRepetition(entry: ListedEntry) {
  return {
    births: unique(entry.births, ({ from, to, isCirca }) => `${from} ${to} ${isCirca}`),
    countries: [...new Set(entry.countries)],
    identifiers: unique(entry.identifiers.map(tidied), (one) => Object.values(one).join(' ')).filter(({ value }) =>
      /[\p{L}\p{N}]/u.test(value),
    ),
    programmes: [...new Set(entry.programmes.map(tidy))].filter(Boolean),
  };
}

const tidied = ({ kind, value, country }: ListedIdentifier): ListedIdentifier => ({
  ...knownKind(kind, tidy(value)),
  country,
});

/** Lists state these numbers as registrations of some kind, the first with its letters. */
function knownKind(kind: ListedIdentifier['kind'], value: string): Pick<ListedIdentifier, 'kind' | 'value'> {
  if (kind !== 'registration_number') return { kind, value };
  const imo = /^IMO\s*(?=\d{7}$)/i;
  if (imo.test(value)) return { kind: 'imo', value: value.replace(imo, '') };
  return { kind: isLei(value) ? 'lei' : kind, value };
}

const unique = <T>(items: readonly T[], keyOf: (item: T) => string): T[] => [
  ...new Map(items.map((item) => [keyOf(item), item])).values(),
];
