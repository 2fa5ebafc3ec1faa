import { countryCode, leadingCountryCode } from '../../countries.ts';
import type { ListedAddress, ListedEntry, ListedIdentifier, Listing } from '../../listed-entry.ts';
import type { Collector } from '../collect-entries.ts';
import { LONGEST_TEXT_CHARS } from '../reading/file-limits.ts';
import { reference, unReferences } from '../references.ts';
import { britishDay, earliestDay, placeOf } from '../tidy-listing.ts';
import { documentNumbers } from './document-numbers.ts';
import { imposedMeasures } from './imposed-measures.ts';
import { numberedItems } from './numbered-items.ts';

/** The facts of a designation in all formats, in the terms of the list. */
export interface Designation {
  id: string;
  /** Individual, Entity or Ship. */
  type: string;
  names: { text: string; type: string; strength: string }[];
  births: string[];
  nationalities: string[];
  passports: Document[];
  nationalIds: Document[];
  registrations: string[];
  imoNumbers: string[];
  /** Email addresses and websites. */
  contacts: string[];
  flags: string[];
  regimes: string[];
  unReferences: string[];
  ofsiGroups: string[];
  /** As in the column `Sanctions Imposed`. */
  imposed: string[];
  addresses: ListedAddress[];
  birthPlaces: string[];
  titles: string[];
  /** `DD/MM/YYYY`. */
  listedDays: string[];
  remarks: string[];
}

interface Document {
  number: string;
  details: string;
}

export const emptyDesignation = (id: string, type: string): Designation => ({
  id,
  type,
  names: [],
  births: [],
  nationalities: [],
  passports: [],
  nationalIds: [],
  registrations: [],
  imoNumbers: [],
  contacts: [],
  flags: [],
  regimes: [],
  unReferences: [],
  ofsiGroups: [],
  imposed: [],
  addresses: [],
  birthPlaces: [],
  titles: [],
  listedDays: [],
  remarks: [],
});

/** Fields 1 to 5 are given names; field 6 is the family name or the name of an entity. */
export const joinedName = (parts: readonly string[]) => parts.filter(Boolean).join(' ');

function designationEntry(designation: Designation, collector: Collector): ListedEntry {
  const kind = /^individual$/i.test(designation.type) ? 'person' : 'entity';
  const nationalIdKind = kind === 'person' ? 'national_id' : 'registration_number';
  return {
    id: designation.id,
    kind,
    names: designation.names
      .toSorted((one, other) => rank(one.type) - rank(other.type))
      .map(({ text, strength }) => ({ text, isWeak: /low/i.test(strength) })),
    births: [...new Set(designation.births.flatMap(numberedItems))]
      .map((text) => collector.birth(text))
      .filter((span) => span !== null),
    countries: [...designation.nationalities, ...designation.flags].flatMap((cell) => countriesOf(cell, collector)),
    identifiers: [
      ...documents(designation.passports, 'passport'),
      ...documents(designation.nationalIds, nationalIdKind),
      ...[...new Set(designation.registrations)].flatMap(registrationsOf),
      ...designation.imoNumbers.flatMap(numberedItems).map(shipNumber),
      ...designation.contacts.flatMap(contactsOf),
    ],
    programmes: designation.regimes,
    references: [
      ...designation.unReferences.flatMap(unReferences),
      ...designation.ofsiGroups.flatMap((group) => reference('ofsi', group)),
    ],
    measures: designation.imposed.flatMap(imposedMeasures),
    listing: listingOf(designation),
  };
}

const listingOf = ({ id, type, ...designation }: Designation): Listing => ({
  birthPlaces: designation.birthPlaces,
  addresses: designation.addresses,
  titles: designation.titles.flatMap(numberedItems),
  listedOn: earliestDay(designation.listedDays.map(britishDay)),
  endsOn: null,
  remarks: [...new Set(designation.remarks.map((text) => text.trim()))].filter(Boolean).join(' '),
  links: publicPage(id, type),
});

/** The publisher has pages by reference and type; groups of the retired list have none. */
function publicPage(id: string, type: string): string[] {
  const kind = ['Individual', 'Entity', 'Ship'].find((one) => one.toLowerCase() === type.toLowerCase());
  return kind && /^[A-Z]{3}\d{4,5}$/.test(id)
    ? [`https://search-uk-sanctions-list.service.gov.uk/designations/${id}/${kind}`]
    : [];
}

/** `(1) Kabul (2) Herat` in one cell, and the countries of both in another. */
export function birthPlacesOf(towns: string, countries: string): string[] {
  const [town, country] = [numberedItems(towns), numberedItems(countries)];
  const places = Array.from({ length: Math.max(town.length, country.length) }, (_, at) =>
    placeOf([town[at] ?? '', (country.length === 1 ? country[0] : country[at]) ?? '']),
  );
  return places.filter(Boolean);
}

/** Every row of a designation repeats what is the same for all of them. */
export function addOnce<T>(items: T[], item: T, keyOf: (item: T) => string = String): void {
  const key = keyOf(item);
  if (key && !items.some((one) => keyOf(one) === key)) items.push(item);
}

const rank = (type: string) => {
  if (/^primary name$/i.test(type.trim())) return 0;
  return /^primary/i.test(type.trim()) ? 1 : 2;
};

/** `(1) Russia. (2) Syria`, `Germany. Russia`; but `Korea, North` is one country. */
function countriesOf(cell: string, collector: Collector): string[] {
  return numberedItems(cell)
    .flatMap((item) => (countryCode(item) ? [item] : item.split(/[.,;/]\s*/).filter(Boolean)))
    .map((name) => collector.country(name))
    .filter((code) => code !== null);
}

/** If both cells are numbered, the n-th details belong to the n-th number. */
function documents(cells: readonly Document[], kind: ListedIdentifier['kind']): ListedIdentifier[] {
  return cells.flatMap(({ number, details }) => {
    const numbers = documentNumbers(number);
    const remarks = numberedItems(details);
    return numbers.map(({ value, country }, at) => ({
      kind,
      value,
      country: country ?? issuerOf((numbers.length === 1 ? details : remarks[at]) ?? ''),
    }));
  });
}

/** A country the details begin with, or that stands alone in a parenthesis at their end. */
function issuerOf(details: string): string | null {
  const closing = /\(([^()]+)\)\s*\.?$/.exec(details)?.[1];
  return leadingCountryCode(details) ?? (closing ? countryCode(closing) : null);
}

/** `Kazakhstan BIN - 170440031562`, `BR: 69987857`: what looks like a number is the number. */
function registrationsOf(cell: string): ListedIdentifier[] {
  const items = numberedItems(cell).filter(({ length }) => length <= LONGEST_TEXT_CHARS);
  return items.flatMap((item) =>
    (item.match(/[\p{Lu}\d][\p{Lu}\d./-]*\d[\p{Lu}\d./-]*/gu) ?? [])
      .map((value) => value.replace(/[./-]+$/, ''))
      .filter((value) => (value.match(/\d/g) ?? []).length >= FEWEST_DIGITS)
      .map((value) => ({ ...registrationNumber(value), country: leadingCountryCode(item) })),
  );
}

const FEWEST_DIGITS = 4;

const registrationNumber = (value: string): ListedIdentifier => ({
  kind: 'registration_number',
  value,
  country: null,
});

/** Hull numbers stand in the same column; only numbers of seven digits are of the IMO. */
const shipNumber = (value: string): ListedIdentifier => {
  const number = value.replace(/^IMO\s*/i, '');
  return { kind: /^\d{7}$/.test(number) ? 'imo' : 'registration_number', value: number, country: null };
};

/** Several in one cell are numbered or separated in other ways. */
const contactsOf = (cell: string): ListedIdentifier[] =>
  numberedItems(cell)
    .flatMap((item) => item.split(/[\s;,]+/))
    .filter((value) => value.includes('.') && value.length <= LONGEST_TEXT_CHARS)
    .map((value) => ({ kind: value.includes('@') ? 'email' : 'website', value, country: null }));

export const acceptDesignation = (designation: Designation, collector: Collector) =>
  collector.accept(designationEntry(designation, collector), {
    isVessel: /^(?:ship|vessel)$/i.test(designation.type.trim()),
  });
