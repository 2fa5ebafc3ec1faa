import { emptyListing, type ListedEntry } from '../../listed-entry.ts';
import type { Collector } from '../collect-entries.ts';
import type { ListFileReader } from '../list-file-reader.ts';
import { type CsvRow, csvTable } from '../reading/csv-table.ts';
import { earliestDay } from '../tidy-listing.ts';
import {
  type FsfPlace,
  fsfAddress,
  fsfBirth,
  fsfBirthPlace,
  fsfCountry,
  fsfIdentifierKind,
  fsfMeasures,
  fsfName,
  fsfReferences,
  shipReference,
} from './fsf-facts.ts';

/**
 * FSF CSV 1.1: one row per fact, each repeating its entity. The file does not mark weak aliases.
 * Rows of an entity are consecutive, so one entity is held in memory at a time.
 */
export const readFsfCsv: ListFileReader = async (file, collector, limits) => {
  let publishedAt: string | null = null;
  let entry: ListedEntry | undefined;
  const layout = { required: ['Entity_LogicalId', 'NameAlias_WholeName'], delimiter: ';' };
  for await (const row of csvTable(file, limits, layout)) {
    if (!row) {
      collector.drop('malformed_row');
      continue;
    }
    publishedAt ??= isoDay(row.fileGenerationDate ?? '');
    if (entry && entry.id !== row.Entity_LogicalId) {
      await collector.accept(entry);
      entry = undefined;
    }
    entry ??= emptyEntry(row);
    addDetail(entry, row, collector);
  }
  if (entry) await collector.accept(entry);
  return publishedAt;
};

const isoDay = (text: string) => {
  const [, day, month, year] = /^(\d\d)\/(\d\d)\/(\d{4})/.exec(text) ?? [];
  return year ? `${year}-${month}-${day}` : (/^\d{4}-\d\d-\d\d/.exec(text)?.[0] ?? null);
};

const emptyEntry = (row: CsvRow): ListedEntry => ({
  id: row.Entity_LogicalId ?? '',
  kind: /^P/i.test(row.Entity_SubjectType_ClassificationCode || row.Entity_SubjectType || '') ? 'person' : 'entity',
  names: [],
  births: [],
  countries: [],
  identifiers: [],
  programmes: [],
  references: fsfReferences({
    unitedNations: row.Entity_UnitedNationId ?? '',
    europeanUnion: row.Entity_EU_ReferenceNumber ?? '',
  }),
  measures: fsfMeasures(),
});

function addDetail(entry: ListedEntry, row: CsvRow, collector: Collector): void {
  const name = fsfName({
    whole: row.NameAlias_WholeName ?? '',
    first: row.NameAlias_FirstName ?? '',
    middle: row.NameAlias_MiddleName ?? '',
    last: row.NameAlias_LastName ?? '',
  });
  if (name) entry.names.push({ text: name, isWeak: false });
  const birth = birthOf(row, collector);
  if (birth) entry.births.push(birth);
  const citizenship = fsfCountry(row.Citizenship_CountryIso2Code ?? '', collector);
  if (citizenship) entry.countries.push(citizenship);
  addIdentifier(entry, row, collector);
  entry.programmes.push(row.Entity_Regulation_Programme ?? '');
  addListing(entry, row);
}

function addListing(entry: ListedEntry, row: CsvRow): void {
  const known = entry.listing ?? emptyListing();
  entry.listing = {
    birthPlaces: [...known.birthPlaces, fsfBirthPlace(placeIn(row, 'BirthDate'))],
    addresses: [...known.addresses, fsfAddress(placeIn(row, 'Address'))],
    titles: [...known.titles, row.NameAlias_Title ?? '', row.NameAlias_Function ?? ''],
    listedOn: earliestDay([
      known.listedOn,
      row.Entity_DesignationDate ?? null,
      row.Entity_Regulation_PublicationDate ?? null,
    ]),
    endsOn: null,
    // Each row of an entity repeats its remark.
    remarks: known.remarks || [row.Entity_DesignationDetails, row.Entity_Remark].filter(Boolean).join(' '),
    links: [...known.links, row.Entity_Regulation_PublicationUrl ?? ''],
  };
}

const placeIn = (row: CsvRow, of: 'Address' | 'BirthDate'): FsfPlace => ({
  street: row[`${of}_Street`] ?? '',
  poBox: row[`${of}_PoBox`] ?? '',
  place: row[`${of}_Place`] ?? '',
  zipCode: row[`${of}_ZipCode`] ?? '',
  city: row[`${of}_City`] ?? '',
  region: row[`${of}_Region`] ?? '',
  countryCode: row[`${of}_CountryIso2Code`] ?? '',
  country: row[`${of}_CountryDescription`] ?? '',
});

const birthOf = (row: CsvRow, collector: Collector) =>
  fsfBirth(
    {
      birthdate: row.BirthDate_BirthDate ?? '',
      year: row.BirthDate_Year ?? '',
      month: row.BirthDate_Month ?? '',
      day: row.BirthDate_Day ?? '',
      yearFrom: row.BirthDate_YearRangeFrom ?? '',
      yearTo: row.BirthDate_YearRangeTo ?? '',
      isCirca: /^true$/i.test(row.BirthDate_Circa ?? ''),
      calendar: row.BirthDate_CalendarType ?? '',
    },
    collector,
  );

function addIdentifier(entry: ListedEntry, row: CsvRow, collector: Collector): void {
  const value = row.Identification_Number || row.Identification_LatinNumber || '';
  const kind = fsfIdentifierKind(row.Identification_TypeCode ?? '', entry.kind);
  if (!value || !kind || /^unknown$/i.test(value)) return;
  const country = fsfCountry(row.Identification_CountryIso2Code ?? '', collector);
  entry.identifiers.push({ kind, value, country });
  entry.references?.push(...shipReference(row.Identification_TypeCode ?? '', value));
}
