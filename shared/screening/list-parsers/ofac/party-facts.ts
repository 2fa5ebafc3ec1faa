import type { ListedEntry } from '#shared/screening/listed-entry.ts';
import type { Collector } from '../collect-entries.ts';
import { documentKind, statesRegistration } from './document-kinds.ts';

/** What the two larger XML forms state of a party under the same labels, each in elements of its own. */
const COUNTRY_FEATURE =
  /^(?:nationality|citizenship) country|^nationality of registration|^vessel flag/i;

export const isBirthdate = (label: string) => /^birthdate$/i.test(label);
export const isCountryFeature = (label: string) => COUNTRY_FEATURE.test(label);

const withoutImo = (value: string) => value.replace(/^IMO\s+/, '');

/** A country the party belongs to, a wallet or a number; other features identify nobody. */
export function addFeature(
  entry: ListedEntry,
  { label, value }: { label: string; value: string },
  collector: Collector,
): void {
  if (isCountryFeature(label)) {
    const country = collector.country(value);
    if (country) entry.countries.push(country);
    return;
  }
  const kind = documentKind(label, entry.kind);
  if (kind) entry.identifiers.push({ kind, value: withoutImo(value), country: null });
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
  if (!kind) return;
  const country = collector.country(issuer);
  entry.identifiers.push({ kind, value: withoutImo(number), country });
  if (entry.kind === 'entity' && country && statesRegistration(label))
    entry.countries.push(country);
}
