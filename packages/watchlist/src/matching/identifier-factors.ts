import { type IdentifierGroup, isOfAnyKind, isShipNumber, type NormalisedIdentifier } from '@assay/names';
import { fixedFactor, type MatchFactor } from './factor.ts';
import { isSameState } from './same-state.ts';

const BEST_FIRST = [
  'wallet_same',
  'document_same_country',
  'document_likely_country',
  'ship_same_number',
  'global_same_number',
  'contact_same',
  'document_same_number',
] as const;
type IdentifierCode = (typeof BEST_FIRST)[number];

interface Identified {
  identifiers: readonly NormalisedIdentifier[];
}

interface ListedIdentified extends Identified {
  countries: readonly string[];
}

/** Identifiers that no country issues. */
const WORLDWIDE: Partial<Record<IdentifierGroup, IdentifierCode>> = {
  wallet: 'wallet_same',
  lei: 'global_same_number',
  bic: 'global_same_number',
  email: 'contact_same',
  website: 'contact_same',
};

/**
 * Lists and callers file the same number under different kinds, such as a tax number. The number of a ship is compared
 * with registrations only: its seven digits are those of many passports.
 */
const isComparable = (own: NormalisedIdentifier, listed: NormalisedIdentifier) =>
  own.group === listed.group || (isOfAnyKind(own) && isOfAnyKind(listed) && !isShipNumber(listed));

/**
 * The same number from two countries is two documents. If a list does not state the country of a
 * document, the countries of the entry are likely.
 */
function compare(
  own: NormalisedIdentifier,
  listed: NormalisedIdentifier,
  countries: readonly string[],
): IdentifierCode | undefined {
  if (own.value !== listed.value || !isComparable(own, listed)) return undefined;
  const worldwide = WORLDWIDE[own.group];
  if (worldwide) return worldwide;
  const { country: issuer } = own;
  const isOf = (country: string) => issuer !== null && isSameState(issuer, country);
  if (listed.country !== null && isOf(listed.country)) return 'document_same_country';
  // The country beside a ship's number is its flag, which changes.
  if (isShipNumber(listed)) return 'ship_same_number';
  if (issuer !== null && listed.country !== null) return undefined;
  return listed.country === null && countries.some(isOf) ? 'document_likely_country' : 'document_same_number';
}

/** The strongest agreement of any identifier. The detail names the kind, never the number. */
export function identifierFactors(subject: Identified, entry: ListedIdentified): MatchFactor[] {
  let best: { code: IdentifierCode; listed: NormalisedIdentifier } | undefined;
  for (const own of subject.identifiers)
    for (const listed of entry.identifiers) {
      const code = compare(own, listed, entry.countries);
      if (code && (!best || BEST_FIRST.indexOf(code) < BEST_FIRST.indexOf(best.code))) best = { code, listed };
    }
  if (!best) return [];
  const { group, country } = best.listed;
  return [fixedFactor(best.code, country === null ? group : `${group} ${country}`)];
}
