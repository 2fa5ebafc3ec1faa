import type { BirthSpan } from '../listed-entry.ts';
import { type Factor, fixedFactor } from './factor.ts';

/** What a list calls circa may be off by this much without being a contradiction. */
export const CIRCA_YEARS = 2;

const DAYS_OF_MONTH = 31;

/** `YYYY`, `YYYY-MM` or `YYYY-MM-DD` as the days it may mean. The 31st of a short month harms nothing. */
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
  return (
    yearOf(a.from) - toleranceYears <= yearOf(b.to) &&
    yearOf(b.from) - toleranceYears <= yearOf(a.to)
  );
}

type Closeness = 'dob_same_day' | 'dob_same_year' | 'dob_in_range' | 'near' | 'dob_other_year';
const BEST_FIRST: readonly Closeness[] = [
  ...(['dob_same_day', 'dob_same_year', 'dob_in_range', 'near', 'dob_other_year'] as const),
];

/** Dates are compared only as precisely as both sides state them: `1965` is never the same day. */
function compareSpans(subject: BirthSpan, listed: BirthSpan): Closeness {
  if (isOneDay(subject) && isOneDay(listed) && subject.from === listed.from) return 'dob_same_day';
  if (yearsOverlap(subject, listed, 0))
    return isOneYear(subject) && isOneYear(listed) ? 'dob_same_year' : 'dob_in_range';
  return yearsOverlap(subject, listed, tolerance(listed)) ? 'near' : 'dob_other_year';
}

const tell = ({ from, to }: BirthSpan) => (from === to ? from : `${from}/${to}`);

/** The best agreement of any date with any other; no factor where one side states none. */
export function birthFactors(
  subject: { births: readonly BirthSpan[] },
  entry: { births: readonly BirthSpan[] },
): Factor[] {
  let best: { closeness: Closeness; listed: BirthSpan } | undefined;
  for (const own of subject.births)
    for (const listed of entry.births) {
      const closeness = compareSpans(own, listed);
      if (!best || BEST_FIRST.indexOf(closeness) < BEST_FIRST.indexOf(best.closeness))
        best = { closeness, listed };
    }
  if (!best || best.closeness === 'near') return [];
  return [fixedFactor(best.closeness, tell(best.listed))];
}
