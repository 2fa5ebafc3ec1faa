import { fixedFactor, type MatchFactor } from './factor.ts';
import { isSameState } from './same-state.ts';

/** No factor if either side states no country; a national office implies the nationality. */
export function countryFactors(
  subject: { nationalities: readonly string[] },
  entry: { countries: readonly string[]; offices?: readonly string[] },
): MatchFactor[] {
  // The countries of an entry are decoded when they are first read.
  if (subject.nationalities.length === 0) return [];
  const known = entry.countries.length > 0 ? entry.countries : (entry.offices ?? []);
  if (known.length === 0) return [];
  const common = subject.nationalities.find((own) => known.some((listed) => isSameState(own, listed)));
  return common === undefined
    ? [fixedFactor('nationality_other', known.join(', '))]
    : [fixedFactor('nationality_same', common)];
}
