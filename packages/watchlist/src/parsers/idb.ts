import { createHash } from 'node:crypto';
import { emptyListing, type ListedEntry, type Measure } from '../listed-entry.ts';
import { type Collector, collectEntries } from './collect-entries.ts';
import { titleFacts } from './idb/title-names.ts';
import { findFile, requireFile, withDefaults } from './list-files.ts';
import type { ListParser } from './list-parser.ts';
import { csvRows } from './reading/csv-rows.ts';
import { type CsvRow, tableRows } from './reading/csv-table.ts';
import { xlsxRows } from './reading/xlsx-rows.ts';

/**
 * Parses the firms and individuals sanctioned by the Inter-American Development Bank: the workbook
 * that its page exports, or the sheet as CSV. The list contains entries whose sanction has ended,
 * and so does the index: whether a sanction has ended is decided on the day of screening, by
 * `endsOn`.
 */
export const parseIdb: ListParser = async (files, onEntry, limits) => {
  const collector = collectEntries(onEntry);
  const bounds = withDefaults(limits);
  const workbook = findFile(files, /\.xlsx$/i);
  const file = workbook ?? requireFile(files, /\.csv$/i, 'workbook or CSV file');
  const rows = workbook ? xlsxRows(file, bounds) : csvRows(file, bounds);
  const occurrences = new Map<string, number>();
  for await (const row of tableRows(rows, file.name, { required: ['Title', 'Entity'] })) {
    if (row && isFooter(row)) continue;
    if (!row || !KINDS[row.Entity ?? '']) collector.drop('malformed_row');
    else await collector.accept(entryOf(row, occurrences, collector));
  }
  return collector.report(null);
};

const KINDS: Readonly<Record<string, ListedEntry['kind']>> = {
  Firm: 'entity',
  Individual: 'person',
};

/** The export ends with a blank row and a note on the filters, in the language of the browser. */
const isFooter = ({ Title, ...rest }: CsvRow) => Object.values(rest).every((cell) => !cell);

function entryOf(row: CsvRow, occurrences: Map<string, number>, collector: Collector): ListedEntry {
  const kind = KINDS[row.Entity ?? ''] ?? 'entity';
  const { names, registrationNumber } = titleFacts(row.Title ?? '', kind);
  const nationality = collector.country(row.Nationality ?? '');
  const otherNames = (row['Other Name'] ?? '').split(/,\s+(?=\p{Script=Han})|;/u);
  return {
    id: idOf(row, occurrences),
    kind,
    names: [...names, ...otherNames.map((text) => ({ text, isWeak: false }))],
    births: [],
    countries: nationality ? [nationality] : [],
    identifiers: registrationNumber
      ? [{ kind: 'registration_number', value: registrationNumber, country: nationality }]
      : [],
    programmes: [row.Source ?? '', ...(row.Grounds ?? '').split(',')],
    measures: measuresOf(row),
    listing: {
      ...emptyListing(),
      listedOn: isoDay(row.From ?? ''),
      endsOn: isoDay(row.To ?? ''),
      remarks: remarksOf(row),
    },
  };
}

/** Cross-debarments of other banks state no type. A reprimand excludes no one from contracts. */
const measuresOf = (row: CsvRow): Measure[] => {
  const type = row['IDB Sanction Type'] || row.Source || '';
  if (/^conditional non/i.test(type)) return ['other'];
  return /debarment/i.test(type) ? ['debarment'] : ['other'];
};

/** `Country` is that of the project in which the sanctioned practice occurred. */
function remarksOf(row: CsvRow): string {
  const facts = {
    'Sanction type': row['IDB Sanction Type'],
    'Sanctioned by': row['IDB Sanction Source'],
    'Country of the project': row.Country,
  };
  return Object.entries(facts)
    .filter(([, value]) => value)
    .map(([label, value]) => `${label}: ${value}.`)
    .join(' ');
}

const ID_CHARS = 16;

/** The list has no ids, so they are derived from the row. A repeated title gets a counter. */
function idOf(row: CsvRow, occurrences: Map<string, number>): string {
  const content = `${row.Title}\n${row.Entity}`;
  const digest = createHash('sha256').update(content).digest('hex').slice(0, ID_CHARS);
  const count = (occurrences.get(digest) ?? 0) + 1;
  occurrences.set(digest, count);
  return count === 1 ? digest : `${digest}-${count}`;
}

const MONTHS = 'JanFebMarAprMayJunJulAugSepOctNovDec';

/** `Jan 12, 2027`; null for `Ongoing`. */
function isoDay(text: string): string | null {
  const [, month = '', day, year] = /^([A-Z][a-z]{2}) (\d\d), (\d{4})$/.exec(text) ?? [];
  const monthNumber = MONTHS.indexOf(month) / 3 + 1;
  return year ? `${year}-${String(monthNumber).padStart(2, '0')}-${day}` : null;
}
