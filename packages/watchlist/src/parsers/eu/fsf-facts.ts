import type {
  BirthSpan,
  ListedAddress,
  ListedEntry,
  ListedIdentifier,
  ListedReference,
  Measure,
} from '../../listed-entry.ts';
import { knownSpan } from '../birth-span.ts';
import type { Collector } from '../collect-entries.ts';
import { reference, unReferences } from '../references.ts';
import { addressOf, placeOf } from '../tidy-listing.ts';

/** The facts of a birth; a text is empty if the list does not state it. */
export interface FsfBirth {
  birthdate: string;
  year: string;
  month: string;
  day: string;
  yearFrom: string;
  yearTo: string;
  isCirca: boolean;
  calendar: string;
}

/** Null if only a place of birth is stated; an unreadable date is counted. */
export function fsfBirth(birth: FsfBirth, collector: Collector): BirthSpan | null {
  const { birthdate, year, yearFrom, yearTo } = birth;
  if (!birthdate && !year && !yearFrom && !yearTo) return null;
  if (birthdate) return circa(collector.birth(birthdate), birth);
  // Years marked as Islamic are lunar for some entries and Persian for others: 40 years apart.
  if (birth.calendar && birth.calendar !== 'GREGORIAN') return collector.birth('');
  if (year) {
    const span = knownSpan(Number(year), Number(birth.month), Number(birth.day));
    return span ? { ...span, isCirca: birth.isCirca } : collector.birth('');
  }
  return circa(yearFrom && yearTo ? collector.birth(`${yearFrom} to ${yearTo}`) : collector.birth(''), birth);
}

const circa = (span: BirthSpan | null, { isCirca }: FsfBirth) => span && { ...span, isCirca };

/** A place of residence or birth; a part is empty if the list does not state it. */
export interface FsfPlace {
  street: string;
  poBox: string;
  place: string;
  zipCode: string;
  city: string;
  region: string;
  countryCode: string;
  country: string;
}

export const fsfAddress = (place: FsfPlace): ListedAddress =>
  addressOf(
    [
      place.street,
      place.poBox && `P.O. Box ${place.poBox}`,
      place.place,
      [place.zipCode, place.city].filter(Boolean).join(' '),
      place.region,
    ],
    place.countryCode === '00' ? '' : place.country || place.countryCode,
  );

export const fsfBirthPlace = ({ place, city, region, countryCode, country }: FsfPlace): string =>
  placeOf([place, city, region, countryCode === '00' ? '' : country || countryCode]);

/** Codes of documents that do not identify a party by themselves. */
const NOT_IDENTIFYING = /^phone$/i;
const REGISTRATION = /^(?:regnumber|tradelic|lei)$/i;

export function fsfIdentifierKind(code: string, owner: ListedEntry['kind']): ListedIdentifier['kind'] | null {
  if (NOT_IDENTIFYING.test(code)) return null;
  if (/passport|travel/i.test(code)) return 'passport';
  if (/^wallet|^crypto/i.test(code)) return 'wallet';
  if (/^(?:swiftbic|swift|bic)$/i.test(code)) return 'bic';
  if (/^email$/i.test(code)) return 'email';
  if (/^imo$/i.test(code)) return 'imo';
  if (/^(?:fiscalcode|taxid|vat)$/i.test(code)) return 'tax_id';
  return owner === 'entity' || REGISTRATION.test(code) ? 'registration_number' : 'national_id';
}

/** The list has asset freezes only; travel bans are published elsewhere. */
export const fsfMeasures = (): Measure[] => ['asset_freeze'];

export const fsfReferences = (stated: { unitedNations: string; europeanUnion: string }): ListedReference[] => [
  ...unReferences(stated.unitedNations),
  ...reference('eu', stated.europeanUnion),
];

/** The number of a ship by its code; a ship has no kind of its own. */
export const shipReference = (code: string, value: string): ListedReference[] =>
  /^imo$/i.test(code) ? reference('imo', value.replace(/^IMO\s*/i, '')) : [];

/** The list writes `00` for an unknown country. */
export const fsfCountry = (code: string, collector: Collector): string | null =>
  code === '00' || /^unknown$/i.test(code) ? null : collector.country(code);

export const fsfName = (parts: { whole: string; first: string; middle: string; last: string }) =>
  parts.whole || [parts.first, parts.middle, parts.last].filter(Boolean).join(' ');
