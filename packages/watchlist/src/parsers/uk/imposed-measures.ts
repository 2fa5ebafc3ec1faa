import type { Measure } from '../../listed-entry.ts';

/** What the column `Sanctions Imposed` says; the first pattern that fits decides. */
const MEASURE_OF: readonly (readonly [RegExp, Measure])[] = [
  [/asset freeze|targeted asset/i, 'asset_freeze'],
  [/travel ban/i, 'travel_ban'],
  [/director disqualification/i, 'director_disqualification'],
  [/trust services/i, 'trust_services'],
  [/invest/i, 'investment_ban'],
  [/\b(?:ships?|vessels?|ports?|airports?|crew\w*|deflag\w*|aircraft|aviation|airspace)\b/i, 'transport'],
  [/securities|money.market|loan|correspondent|financial|banking|charging|representative offices/i, 'sectoral'],
  [/arms|export|import|trade|goods|technology|technical assistance|supply/i, 'trade'],
];

/** Measures are separated by `|`. */
export const imposedMeasures = (imposed: string): Measure[] =>
  imposed
    .split('|')
    .filter((text) => text.trim())
    .map((text) => MEASURE_OF.find(([pattern]) => pattern.test(text))?.[1] ?? 'other');
