import type { ListedEntry } from '../listed-entry.ts';
import { type Below, pickOne } from './dice.ts';
import { birthDays } from './written-name.ts';

/** Errors in a date of birth or a nationality, beside the name as listed. */

const two = (part: number) => String(part).padStart(2, '0');
const dayOf = (year: number, month: number, day: number) => `${year}-${two(month)}-${two(day)}`;

const SHORTEST_MONTH = 28;

type Typo = (year: number, month: number, day: number, below: Below) => string;

const LAST_OF_YEAR = 10;

const otherYear = (year: number, below: Below) =>
  year - (year % LAST_OF_YEAR) + (((year % LAST_OF_YEAR) + 1 + below(9)) % LAST_OF_YEAR);

/** One digit of the day, so that the day is in every month. */
const otherDay = (day: number, below: Below) =>
  day > SHORTEST_MONTH ? day - 10 : day - (day % 10) + ((Math.max(day % 10, 1) + below(7)) % 8) + 1;

/** Another year may have no 29 February. */
const within = (month: number, day: number) => (month === 2 ? Math.min(day, SHORTEST_MONTH) : day);

const TYPOS: readonly Typo[] = [
  (year, month, day, below) => dayOf(year + (below(2) === 0 ? 1 : -1), month, within(month, day)),
  (year, month, day, below) =>
    day <= 12 && day !== month ? dayOf(year, day, month) : dayOf(otherYear(year, below), month, within(month, day)),
  (year, month, day, below) => dayOf(year, month, otherDay(day, below)),
];

/** Stands for a day that is not known, and is not compared as one. */
const PLACEHOLDER = '-01-01';

/** A typing error in the day of birth; undefined unless the entry states one day. */
export function mistypedDay(entry: Pick<ListedEntry, 'births'>, below: Below): string | undefined {
  const [listed] = birthDays(entry);
  if (listed === undefined || listed.endsWith(PLACEHOLDER) || entry.births.length > 1) return undefined;
  const [year = 0, month = 0, day = 0] = listed.split('-').map(Number);
  const date = pickOne(TYPOS, below)?.(year, month, day, below);
  return date === listed ? undefined : date;
}

const COUNTRIES = 'DE FR GB US CY TR AE PT IL CA AU ES IT CH MT GR BR ZA IN PK EG RS AM KZ'.split(' ');

/** A country that the entry does not name; undefined unless it names one. */
export function otherCountry({ countries }: Pick<ListedEntry, 'countries'>, below: Below): string | undefined {
  if (countries.length === 0) return undefined;
  return pickOne(
    COUNTRIES.filter((country) => !countries.includes(country)),
    below,
  );
}
