import { fixedFactor, type MatchFactor } from './factor.ts';
import { isSameState } from './same-state.ts';

/** No factor if either side states no country. */
export function countryFactors(
  subject: { nationalities: readonly string[] },
  entry: { countries: readonly string[] },
): MatchFactor[] {
  if (subject.nationalities.length === 0 || entry.countries.length === 0) return [];
  const common = subject.nationalities.find((own) => entry.countries.some((listed) => isSameState(own, listed)));
  return common === undefined
    ? [fixedFactor('nationality_other', entry.countries.join(', '))]
    : [fixedFactor('nationality_same', common)];
}
