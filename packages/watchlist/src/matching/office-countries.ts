import type { ListedEntry, PositionCategory } from '../listed-entry.ts';

/** Offices that a state gives to its nationals; others are held by foreigners too, or abroad. */
const NATIONAL: ReadonlySet<PositionCategory> = new Set([
  'head_of_state',
  'head_of_government',
  'minister',
  'deputy_minister',
  'parliament_member',
  'top_judge',
  'regional_leader',
]);

const STATE = /^[A-Z]{2}$/;
/** Codes of unions, whose members have nationalities of their own. */
const UNIONS: readonly string[] = ['EU', 'UN'];

/** The countries of the national offices of a person whose nationality is not stated. */
export function officeCountries({ countries, pep }: Pick<ListedEntry, 'countries' | 'pep'>): string[] {
  if (countries.length > 0 || !pep) return [];
  const held = pep.positions.flatMap(({ category, country }) => (NATIONAL.has(category) ? (country ?? []) : []));
  return [...new Set(held)].filter((country) => STATE.test(country) && !UNIONS.includes(country));
}
