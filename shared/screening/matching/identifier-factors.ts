import type { NormalisedIdentifier } from '../names/normalise-identifier.ts';
import { type Factor, fixedFactor } from './factor.ts';

type IdentifierCode = 'wallet_same' | 'document_same_country' | 'document_same_number';
const BEST_FIRST: readonly IdentifierCode[] = [
  ...(['wallet_same', 'document_same_country', 'document_same_number'] as const),
];

/** The same number of two countries is two documents. */
function compare(
  own: NormalisedIdentifier,
  listed: NormalisedIdentifier,
): IdentifierCode | undefined {
  if (own.group !== listed.group || own.value !== listed.value) return undefined;
  if (own.group === 'wallet') return 'wallet_same';
  if (own.country === null || listed.country === null) return 'document_same_number';
  return own.country === listed.country ? 'document_same_country' : undefined;
}

/** The strongest agreement of any identifier. The detail names the kind, never the number. */
export function identifierFactors(
  subject: { identifiers: readonly NormalisedIdentifier[] },
  entry: { identifiers: readonly NormalisedIdentifier[] },
): Factor[] {
  let best: { code: IdentifierCode; listed: NormalisedIdentifier } | undefined;
  for (const own of subject.identifiers)
    for (const listed of entry.identifiers) {
      const code = compare(own, listed);
      if (code && (!best || BEST_FIRST.indexOf(code) < BEST_FIRST.indexOf(best.code)))
        best = { code, listed };
    }
  if (!best) return [];
  const { group, country } = best.listed;
  return [fixedFactor(best.code, country === null ? group : `${group} ${country}`)];
}
