import { isShipNumber, type NormalisedIdentifier } from '@assay/names';
import { fixedFactor, type MatchFactor } from './factor.ts';
import { isSameState } from './same-state.ts';

const BEST_FIRST = [
  'wallet_same',
  'document_same_country',
  'document_likely_country',
  'ship_same_number',
  'document_same_number',
] as const;
type IdentifierCode = (typeof BEST_FIRST)[number];

interface Identified {
  identifiers: readonly NormalisedIdentifier[];
}

interface ListedIdentified extends Identified {
  countries: readonly string[];
}

/**
 * The same number from two countries is two documents. If a list does not state the country of a
 * document, the countries of the entry are likely.
 */
function compare(
  own: NormalisedIdentifier,
  listed: NormalisedIdentifier,
  countries: readonly string[],
): IdentifierCode | undefined {
  if (own.group !== listed.group || own.value !== listed.value) return undefined;
  if (own.group === 'wallet') return 'wallet_same';
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
