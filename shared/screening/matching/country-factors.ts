import { type Factor, fixedFactor } from './factor.ts';

/** Silence on either side says nothing. */
export function countryFactors(
  subject: { nationalities: readonly string[] },
  entry: { countries: readonly string[] },
): Factor[] {
  if (subject.nationalities.length === 0 || entry.countries.length === 0) return [];
  const common = subject.nationalities.find((country) => entry.countries.includes(country));
  return common === undefined
    ? [fixedFactor('nationality_other', entry.countries.join(', '))]
    : [fixedFactor('nationality_same', common)];
}
