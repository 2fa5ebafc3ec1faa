import type { ListFileReader } from '../list-file-reader.ts';
import { type CsvRow, csvTable } from '../reading/csv-table.ts';
import { addressOf } from '../tidy-listing.ts';
import {
  acceptDesignation,
  addOnce,
  birthPlacesOf,
  type Designation,
  emptyDesignation,
  joinedName,
} from './designation.ts';
import { ukslRemarks } from './uksl-remarks.ts';

/**
 * The UK Sanctions List as CSV: the date in the first line, then a row for every combination of a
 * name, a birth and an address. Rows of one designation are scattered, so the facts of all
 * designations are held in memory.
 */
export const readUkslCsv: ListFileReader = async (file, collector, limits) => {
  let publishedAt: string | null = null;
  const designations = new Map<string, Designation>();
  const rows = csvTable(file, limits, {
    required: ['Unique ID', 'Name 6', 'Designation Type'],
    onPreamble: (line) => {
      publishedAt ??= reportDate(line);
    },
  });
  for await (const row of rows) {
    const id = row?.['Unique ID'];
    if (!row || !id) {
      collector.drop(row ? 'no_id' : 'malformed_row');
      continue;
    }
    const known = designations.get(id) ?? emptyDesignation(id, row['Designation Type'] ?? '');
    designations.set(id, known);
    addRow(known, row);
  }
  for (const designation of designations.values()) await acceptDesignation(designation, collector);
  return publishedAt;
};

const MONTHS = 'JanFebMarAprMayJunJulAugSepOctNovDec';

/** `Report Date: 13-Feb-2026`. */
function reportDate(line: string): string | null {
  const [, day = '', month = '', year] = /(\d{1,2})-([A-Z][a-z]{2})-(\d{4})/.exec(line) ?? [];
  const monthNumber = MONTHS.indexOf(month) / 3 + 1;
  return year ? [year, String(monthNumber).padStart(2, '0'), day.padStart(2, '0')].join('-') : null;
}

function addRow(designation: Designation, row: CsvRow): void {
  const cell = (name: string) => row[name] ?? '';
  const type = cell('Name type');
  const strength = cell('Alias strength');
  const latin = joinedName([1, 2, 3, 4, 5, 6].map((part) => cell(`Name ${part}`)));
  designation.names.push({ text: latin, type, strength });
  const nonLatin = cell('Name non-latin script');
  if (nonLatin) designation.names.push({ text: nonLatin, type: 'Non-Latin', strength });

  addText(designation.births, cell('D.O.B'));
  addText(designation.nationalities, cell('Nationality(/ies)'));
  addText(designation.registrations, cell('Business registration number (s)'));
  addText(designation.imoNumbers, cell('IMO number'));
  addText(designation.imoNumbers, cell('Hull identification number (HIN)'));
  addText(designation.contacts, cell('Website'));
  addText(designation.contacts, cell('Email address'));
  addText(designation.flags, cell('Current believed flag of ship'));
  addText(designation.regimes, cell('Regime Name'));
  addText(designation.unReferences, cell('UN Reference Number'));
  addText(designation.ofsiGroups, cell('OFSI Group ID'));
  addText(designation.imposed, cell('Sanctions Imposed'));
  addListing(designation, row);
  addDocument(designation.passports, cell('Passport number'), cell('Passport additional information'));
  addDocument(
    designation.nationalIds,
    cell('National Identifier number'),
    cell('National Identifier additional information'),
  );
}

function addListing(designation: Designation, row: CsvRow): void {
  const cell = (name: string) => row[name] ?? '';
  const lines = [1, 2, 3, 4, 5, 6].map((line) => cell(`Address Line ${line}`));
  const address = addressOf([...lines, cell('Address Postal Code')], cell('Address Country'));
  addOnce(designation.addresses, address, ({ text }) => text);
  for (const place of birthPlacesOf(cell('Town of birth'), cell('Country of birth')))
    addOnce(designation.birthPlaces, place);
  for (const title of [cell('Title'), cell('Position')]) addOnce(designation.titles, title);
  addOnce(designation.listedDays, cell('Date Designated'));
  for (const remark of ukslRemarks({
    imposed: cell('Sanctions Imposed'),
    source: cell('Designation source'),
    reasons: cell('UK Statement of Reasons'),
    other: cell('Other Information'),
  }))
    addOnce(designation.remarks, remark);
}

function addDocument(documents: Designation['passports'], number: string, details: string): void {
  if (number) documents.push({ number, details });
}

function addText(texts: string[], text: string): void {
  if (text && !texts.includes(text)) texts.push(text);
}
