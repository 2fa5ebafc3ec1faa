import { emptyListing, type ListedAddress, type ListedEntry } from '../../listed-entry.ts';
import type { Collector } from '../collect-entries.ts';
import { csvRows } from '../reading/csv-rows.ts';
import type { FileLimits } from '../reading/file-limits.ts';
import { unreadable } from '../reading/list-unreadable.ts';
import type { ListFile } from '../reading/text-chunks.ts';
import { addressOf } from '../tidy-listing.ts';
import { listOfFile, withMeasures } from './measures.ts';
import { spokenName } from './person-name.ts';
import { readRemarks } from './remarks.ts';
import { isVessel } from './vessel.ts';

/** The set of CSV files without headers. */
export interface SdnCsvFiles {
  entries: ListFile;
  aliases: ListFile | undefined;
  addresses: ListFile | undefined;
  comments: ListFile | undefined;
}

const ENTRY_CELLS = 12;
const ALIAS_CELLS = 5;
const ADDRESS_CELLS = 6;
const COMMENT_CELLS = 2;

export async function readSdnCsv(files: SdnCsvFiles, collector: Collector, limits: FileLimits): Promise<void> {
  const read = (file: ListFile | undefined, layout: { cells: number; value: number }) =>
    file ? groupedCells(file, { ...layout, limits, collector }) : new Map<string, string[]>();
  const aliases = await read(files.aliases, { cells: ALIAS_CELLS, value: 3 });
  const comments = await read(files.comments, { cells: COMMENT_CELLS, value: 1 });
  const addresses = files.addresses ? await groupedAddresses(files.addresses, limits) : new Map();
  for await (const row of wholeRows(files.entries, limits, ENTRY_CELLS)) {
    if (!row) {
      collector.drop('malformed_row');
      continue;
    }
    const id = row[0] ?? '';
    const entry = entryOf(row, aliases.get(id) ?? [], collector);
    // Comments continue a remark at the character where its cell was full.
    const remarks = [row[11] ?? '', ...(comments.get(id) ?? [])].join('');
    entry.listing = {
      ...emptyListing(),
      titles: (row[4] ?? '').split(';'),
      addresses: addresses.get(id) ?? [],
      remarks,
    };
    readRemarks(entry, remarks, collector);
    aliases.delete(id);
    comments.delete(id);
    await collector.accept(withMeasures(entry, [listOfFile(files.entries.name)]), { isVessel: isVessel(row[2] ?? '') });
  }
  collector.stray([...aliases.values(), ...comments.values()].flat().length);
}

function entryOf(row: readonly string[], aliases: string[], collector: Collector): ListedEntry {
  const [id = '', name = '', type = '', programmes = ''] = row;
  const kind = /^individual$/i.test(type) ? 'person' : 'entity';
  const flag = row[9] && !/^none identified$/i.test(row[9]) ? collector.country(row[9]) : null;
  return {
    id,
    kind,
    names: [name, ...aliases].map((text) => ({
      text: kind === 'person' ? spokenName(text) : text,
      isWeak: false,
    })),
    births: [],
    countries: flag ? [flag] : [],
    identifiers: [],
    programmes: programmes.split(/\]\s*\[|;/).map((one) => one.replace(/[[\]]/g, '')),
  };
}

/** Addresses by entry. They are not searched, so an unreadable row drops nothing. */
async function groupedAddresses(file: ListFile, limits: FileLimits): Promise<Map<string, ListedAddress[]>> {
  const grouped = new Map<string, ListedAddress[]>();
  for await (const row of wholeRows(file, limits, ADDRESS_CELLS)) {
    const [id = '', , street = '', city = '', country = ''] = row ?? [];
    const known = grouped.get(id) ?? [];
    known.push(addressOf([street, city], country));
    grouped.set(id, known);
  }
  return grouped;
}

interface GroupedReading {
  /** The number of cells of a row, and the wanted one. */
  cells: number;
  value: number;
  limits: FileLimits;
  collector: Collector;
}

/**
 * The cells of one column by entry. These files are a third of the list and are held in memory for
 * the join.
 */
async function groupedCells(file: ListFile, how: GroupedReading): Promise<Map<string, string[]>> {
  const grouped = new Map<string, string[]>();
  for await (const row of wholeRows(file, how.limits, how.cells)) {
    // A party cannot be found by a lost alias, so it counts as a dropped entry.
    if (!row) how.collector.drop('malformed_row');
    const [id = '', value = ''] = row ? [row[0], row[how.value]] : [];
    if (value) grouped.set(id, [...(grouped.get(id) ?? []), value]);
  }
  return grouped;
}

/** Rows with all their cells, `-0-` read as empty; `undefined` stands for a row of another length. */
async function* wholeRows(file: ListFile, limits: FileLimits, cells: number): AsyncGenerator<string[] | undefined> {
  let isLastShort = false;
  let rowCount = 0;
  for await (const row of csvRows(file, limits)) {
    // The publisher ends its files with the legacy end-of-file character (U+001A).
    if (row.join('').trim().replace('\u001a', '') === '') continue;
    rowCount += 1;
    isLastShort = row.length < cells;
    yield row.length === cells ? row.map(withoutPlaceholder) : undefined;
    if (rowCount === 1 && (row.length !== cells || !/^\d+$/.test(row[0]?.trim() ?? '')))
      unreadable('unexpected_format', `${file.name} does not have the publisher's layout.`);
  }
  if (isLastShort) unreadable('truncated', `${file.name} ends in the middle of a row.`);
}

const withoutPlaceholder = (cell: string) => (cell.trim() === '-0-' ? '' : cell.replace('\u001a', '').trimEnd());
