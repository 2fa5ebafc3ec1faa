import { withoutInvisible } from '@assay/names';
import { countryCode } from '../countries.ts';
import { cutText } from '../cut-text.ts';
import { type ListedAddress, type Listing, REMARKS_CHARACTERS } from '../listed-entry.ts';
import { LONGEST_TEXT_CHARS } from './reading/file-limits.ts';

/** One line, without invisible characters. */
export const tidy = (text: string) => withoutInvisible(text).replace(/\s+/gu, ' ').trim();

const short = (text: string) => cutText(tidy(text), LONGEST_TEXT_CHARS);

/**
 * An address in one line, in postal order. The country is part of the text as listed; its code is
 * added if the name is known.
 */
export function addressOf(parts: readonly string[], country: string): ListedAddress {
  const stated = [...parts, country].map(tidy).filter((part) => part && !isUnknown(part));
  return { text: [...new Set(stated)].join(', '), country: countryCode(tidy(country)) };
}

const isUnknown = (text: string) => /^(?:00|unknown|undetermined)$/i.test(text);

/** A place of birth in one line. */
export const placeOf = (parts: readonly string[]) =>
  [...new Set(parts.map(tidy).filter((part) => part && !isUnknown(part)))].join(', ');

/** `DD/MM/YYYY`, as the lists of the United Kingdom write a day. */
export function britishDay(text: string): string | null {
  const [, day, month, year] = /^(\d\d)\/(\d\d)\/(\d{4})$/.exec(text.trim()) ?? [];
  return year ? `${year}-${month}-${day}` : null;
}

/** The earliest of several days; null where none is one. */
export const earliestDay = (days: readonly (string | null)[]): string | null =>
  days
    .map(knownDay)
    .filter((day) => day !== null)
    .toSorted()[0] ?? null;

function knownDay(text: string | null): string | null {
  const day = /^\d{4}-\d\d-\d\d/.exec(text ?? '')?.[0];
  if (day === undefined || Number.isNaN(Date.parse(day))) return null;
  return new Date(day).toISOString().slice(0, 10) === day ? day : null;
}

/** Each fact once, within limits; undefined if nothing is left. */
export function tidyListing(stated: Partial<Listing> | undefined): Listing | undefined {
  if (!stated) return undefined;
  const gender = short(stated.gender ?? '');
  const listing: Listing = {
    birthPlaces: distinct((stated.birthPlaces ?? []).map(short)),
    addresses: distinctAddresses(stated.addresses ?? []),
    titles: distinct((stated.titles ?? []).map(short)),
    listedOn: knownDay(stated.listedOn ?? null),
    endsOn: knownDay(stated.endsOn ?? null),
    remarks: cutText(tidy(stated.remarks ?? ''), REMARKS_CHARACTERS) || null,
    links: distinct((stated.links ?? []).map(tidy).filter(isLink)),
    ...(gender && { gender }),
  };
  return isEmpty(listing) ? undefined : listing;
}

const distinct = (texts: readonly string[]) => [...new Set(texts)].filter(Boolean);

function distinctAddresses(addresses: readonly ListedAddress[]): ListedAddress[] {
  const short = addresses.map(({ text, country }) => ({
    text: cutText(tidy(text), LONGEST_TEXT_CHARS),
    country,
  }));
  const byContent = new Map(short.map((one) => [`${one.text}\n${one.country}`, one]));
  return [...byContent.values()].filter(({ text }) => text);
}

/** Reviewers may open links, so only web addresses are accepted. */
const isLink = (text: string) => text.length <= LONGEST_TEXT_CHARS && /^https?:\/\//i.test(text) && URL.canParse(text);

const isEmpty = (listing: Listing) => Object.values(listing).every((fact) => fact === null || fact.length === 0);
