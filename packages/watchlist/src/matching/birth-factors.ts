import type { BirthSpan } from '../listed-entry.ts';
import { fixedFactor, type MatchFactor } from './factor.ts';

/**
 * A date that a list marks as circa may differ by this many years without being a contradiction.
 */
export const CIRCA_YEARS = 2;

const DAYS_OF_MONTH = 31;

/**
 * The range of days that `YYYY`, `YYYY-MM` or `YYYY-MM-DD` may mean. The 31st of a short month does
 * no harm, since dates are compared as text.
 */
export function birthSpan(date: string): BirthSpan {
  const [year = '', month, day] = date.split('-');
  if (day !== undefined) return { from: date, to: date, isCirca: false };
  const from = `${year}-${month ?? '01'}-01`;
  return { from, to: `${year}-${month ?? '12'}-${DAYS_OF_MONTH}`, isCirca: false };
}

export const yearOf = (date: string) => Number(date.slice(0, 4));

const isOneDay = ({ from, to, isCirca }: BirthSpan) => from === to && !isCirca;
const isOneYear = ({ from, to }: BirthSpan) => from.slice(0, 4) === to.slice(0, 4);

const tolerance = ({ isCirca }: BirthSpan) => (isCirca ? CIRCA_YEARS : 0);

function yearsOverlap(a: BirthSpan, b: BirthSpan, toleranceYears: number): boolean {
  return yearOf(a.from) - toleranceYears <= yearOf(b.to) && yearOf(b.from) - toleranceYears <= yearOf(a.to);
}

type Closeness = ('dob_same_day' | 'dob_same_year' | 'dob_in_range' | 'dob_near') | ('circa' | 'dob_other_year');
const BEST_FIRST: readonly Closeness[] = [
  'dob_same_day',
  'dob_same_year',
  'dob_in_range',
  'dob_near',
  'circa',
  'dob_other_year',
];

const DAY_TEXT = 10;
const MONTH_TEXT = 7;
const YEAR_TEXT = 4;
const isOneMonth = ({ from, to }: BirthSpan) => from.slice(0, MONTH_TEXT) === to.slice(0, MONTH_TEXT);

/**
 * Length of the stated part of the date: to the day, the month or the year; 0 for a range or
 * `circa`.
 */
function precisionOf(span: BirthSpan): number {
  if (span.isCirca) return 0;
  if (span.from === span.to) return DAY_TEXT;
  if (isOneMonth(span)) return MONTH_TEXT;
  return isOneYear(span) ? YEAR_TEXT : 0;
}

/** The same day and month is no coincidence within this many years. */
const NEAR_YEARS = 10;
/** Written where only the year is known. */
const PLACEHOLDER = '-01-01';

function isOneDigitOff(a: string, b: string): boolean {
  let changed = 0;
  for (let at = 0; at < YEAR_TEXT; at += 1) if (a[at] !== b[at]) changed += 1;
  return changed === 1;
}

/**
 * Whether dates of different years differ like typing errors: the same day and month within ten
 * years or with one digit of the year changed; if not both state a day, or on 1 January, the year
 * one off.
 */
function isNear(a: BirthSpan, b: BirthSpan): boolean {
  const precision = Math.min(precisionOf(a), precisionOf(b));
  if (precision === 0) return false;
  if (a.from.slice(YEAR_TEXT, precision) !== b.from.slice(YEAR_TEXT, precision)) return false;
  const years = Math.abs(yearOf(a.from) - yearOf(b.from));
  if (precision < DAY_TEXT || a.from.endsWith(PLACEHOLDER)) return years === 1;
  return years <= NEAR_YEARS || isOneDigitOff(a.from, b.from);
}

/**
 * A four-bit hash of the day and month of a date, for the upper bound: dates that `isNear` accepts
 * across years have the same class.
 */
export const dayOfYearClass = (date: string) =>
  (Number(date.slice(5, MONTH_TEXT)) * DAYS_OF_MONTH + Number(date.slice(8))) % 16;

/** Dates are compared only as precisely as both sides state them: `1965` is never the same day. */
function compareSpans(subject: BirthSpan, listed: BirthSpan): Closeness {
  if (isOneDay(subject) && isOneDay(listed) && subject.from === listed.from) return 'dob_same_day';
  if (yearsOverlap(subject, listed, 0)) {
    if (!isOneYear(subject) || !isOneYear(listed)) return 'dob_in_range';
    const precision = Math.min(precisionOf(subject), precisionOf(listed));
    const isSameSoFar = subject.from.slice(0, precision) === listed.from.slice(0, precision);
    return precision <= YEAR_TEXT || isSameSoFar ? 'dob_same_year' : 'dob_near';
  }
  if (isNear(subject, listed)) return 'dob_near';
  return yearsOverlap(subject, listed, tolerance(listed)) ? 'circa' : 'dob_other_year';
}

const tell = ({ from, to }: BirthSpan) => (from === to ? from : `${from}/${to}`);

/** The best agreement of any two dates; no factor if one side states none. */
export function birthFactors(
  subject: { births: readonly BirthSpan[] },
  entry: { births: readonly BirthSpan[] },
): MatchFactor[] {
  let best: { closeness: Closeness; listed: BirthSpan } | undefined;
  for (const own of subject.births)
    for (const listed of entry.births) {
      const closeness = compareSpans(own, listed);
      if (!best || BEST_FIRST.indexOf(closeness) < BEST_FIRST.indexOf(best.closeness)) best = { closeness, listed };
    }
  if (!best || best.closeness === 'circa') return [];
  return [fixedFactor(best.closeness, tell(best.listed))];
}
