import { emptyListing, type ListedEntry, type Listing } from '../../listed-entry.ts';
import type { Collector } from '../collect-entries.ts';
import { documentKind, statesRegistration } from './document-kinds.ts';

/** Facts that both larger XML formats state under the same labels. */
const COUNTRY_FEATURE = /^(?:nationality|citizenship) country|^nationality of registration|^vessel flag/i;

export const isBirthdate = (label: string) => /^birthdate$/i.test(label);
export const isCountryFeature = (label: string) => COUNTRY_FEATURE.test(label);

const isBirthPlace = (label: string) => /^place of birth$/i.test(label);
const isTitle = (label: string) => /^title$/i.test(label);

/**
 * Adds a country, a wallet, a number, a place of birth or a title; anything else becomes a remark.
 */
export function addFeature(
  entry: ListedEntry,
  { label, value }: { label: string; value: string },
  collector: Collector,
): void {
  if (isBirthdate(label)) return;
  if (isCountryFeature(label)) {
    const country = collector.country(value);
    if (country) entry.countries.push(country);
    return;
  }
  const kind = documentKind(label, entry.kind);
  if (kind) entry.identifiers.push({ kind, value, country: null });
  else if (isBirthPlace(label)) listingOf(entry).birthPlaces.push(value);
  else if (isTitle(label)) listingOf(entry).titles.push(value);
  else addRemark(entry, label, value);
}

/** Sentences separated by semicolons, as the publisher's CSV files write the same facts. */
export function addRemark(entry: ListedEntry, label: string, value: string): void {
  if (!value) return;
  const listing = listingOf(entry);
  const sentence = `${label} ${value}`.trim();
  listing.remarks = listing.remarks ? `${listing.remarks}; ${sentence}` : sentence;
}

export function listingOf(entry: ListedEntry): Listing {
  entry.listing ??= emptyListing();
  return entry.listing;
}

export interface IdentityDocument {
  label: string;
  number: string;
  /** Name or code of the issuer, or nothing. */
  issuer: string;
}

/** A register that numbers a company also says where it is registered. */
export function addDocument(
  entry: ListedEntry,
  { label, number, issuer }: IdentityDocument,
  collector: Collector,
): void {
  const kind = documentKind(label, entry.kind);
  if (!kind) {
    addRemark(entry, label, number);
    return;
  }
  const country = collector.country(issuer);
  entry.identifiers.push({ kind, value: number, country });
  if (entry.kind === 'entity' && country && statesRegistration(label)) entry.countries.push(country);
}
