import type { ListFileReader } from '../list-file-reader.ts';
import { type CsvRow, csvTable } from '../reading/csv-table.ts';
import { addressOf } from '../tidy-listing.ts';
import { withoutTrailing } from '../trailing.ts';
import {
  acceptDesignation,
  addOnce,
  birthPlacesOf,
  type Designation,
  emptyDesignation,
  joinedName,
} from './designation.ts';

/**
 * The consolidated list that OFSI published until January 2026. Its rows name a group; the
 * reference of the UK Sanctions List, which identifies the same designation elsewhere, is in the
 * prose.
 */
export const readConlistCsv: ListFileReader = async (file, collector, limits) => {
  let publishedAt: string | null = null;
  const groups = new Map<string, Designation>();
  const rows = csvTable(file, limits, {
    required: ['Group ID', 'Name 6', 'Group Type'],
    onPreamble: (line) => {
      const [, day, month, year] = /(\d\d)\/(\d\d)\/(\d{4})/.exec(line) ?? [];
      publishedAt ??= year ? `${year}-${month}-${day}` : null;
    },
  });
  for await (const row of rows) {
    const id = row?.['Group ID'];
    if (!row || !id) {
      collector.drop(row ? 'no_id' : 'malformed_row');
      continue;
    }
    const reference = withoutTrailing(inProse(row, 'UK Sanctions List Ref'), /[.\s]/);
    const group = groups.get(id) ?? emptyDesignation(reference || id, row['Group Type'] ?? '');
    groups.set(id, group);
    addRow(group, row);
  }
  for (const group of groups.values()) await acceptDesignation(group, collector);
  return publishedAt;
};

function addRow(group: Designation, row: CsvRow): void {
  const cell = (name: string) => row[name] ?? '';
  const strength = cell('Alias Quality');
  const name = joinedName([1, 2, 3, 4, 5, 6].map((part) => cell(`Name ${part}`)));
  group.names.push({ text: name, type: cell('Alias Type'), strength });
  const nonLatin = cell('Name Non-Latin Script');
  if (nonLatin) group.names.push({ text: nonLatin, type: 'Non-Latin', strength });

  const number = cell('Passport Number');
  if (number) group.passports.push({ number, details: cell('Passport Details') });
  const nationalId = cell('National Identification Number');
  if (nationalId)
    group.nationalIds.push({
      number: nationalId,
      details: cell('National Identification Details'),
    });
  add(group.births, cell('DOB'));
  add(group.nationalities, cell('Nationality'));
  add(group.regimes, cell('Regime'));
  add(group.unReferences, inProse(row, 'UN Ref'));
  add(group.ofsiGroups, cell('Group ID'));
  // The list names the targets of asset freezes; those of other measures are on lists of their own.
  add(group.imposed, 'Asset freeze');
  add(group.registrations, inProse(row, 'Business Reg No'));
  add(group.imoNumbers, inProse(row, 'IMO number'));
  add(group.contacts, inProse(row, 'Website'));
  add(group.contacts, inProse(row, 'Email address'));
  add(group.flags, inProse(row, 'Flag of ship'));
  addListing(group, row);
}

function addListing(group: Designation, row: CsvRow): void {
  const cell = (name: string) => row[name] ?? '';
  const lines = [1, 2, 3, 4, 5, 6].map((line) => cell(`Address ${line}`));
  const address = addressOf([...lines, cell('Post/Zip Code')], cell('Country'));
  addOnce(group.addresses, address, ({ text }) => text);
  for (const place of birthPlacesOf(cell('Town of Birth'), cell('Country of Birth'))) addOnce(group.birthPlaces, place);
  for (const title of [cell('Title'), cell('Position')]) addOnce(group.titles, title);
  addOnce(group.listedDays, cell('Listed On') || cell('UK Sanctions List Date Designated'));
  addOnce(group.remarks, cell('Other Information'));
}

function add(texts: string[], text: string): void {
  if (text && !texts.includes(text)) texts.push(text);
}

/** `(IMO number):7408873 (Current owners):…`: a label in parentheses and what follows it. */
function inProse(row: CsvRow, label: string): string {
  const prose = row['Other Information'] ?? '';
  const at = prose.indexOf(`(${label}):`);
  if (at < 0) return '';
  const text = prose.slice(at + label.length + 3);
  const end = text.search(/\([A-Z][^()]{2,40}\):|\. [A-Z]/);
  return (end < 0 ? text : text.slice(0, end)).trim();
}
