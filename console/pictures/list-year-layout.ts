/** What the attestations of a year say of one list, as the service answers it. */
export interface CoverageDay {
  date: string;
  attested: boolean;
  outcome: 'confirmed' | 'unchanged' | 'gap' | null;
  gapMinutes: number;
  held: boolean;
  stale: boolean;
}

export type CoverageState = 'gap' | 'held' | 'confirmed' | 'unchanged' | 'unlisted' | 'unattested';

/** The mark of a day says without its colour what it was. */
export const COVERAGE_STATES: Record<CoverageState, { mark: string; words: string }> = {
  gap: { mark: 'G', words: 'gap' },
  held: { mark: 'H', words: 'held for approval' },
  confirmed: { mark: 'C', words: 'confirmed' },
  unchanged: { mark: 'U', words: 'unchanged, no check was due' },
  unlisted: { mark: '·', words: 'list not in the attestation' },
  unattested: { mark: '–', words: 'no attestation' },
};

function stateOf({ attested, outcome, held }: CoverageDay): CoverageState {
  if (!attested) return 'unattested';
  if (outcome === null) return 'unlisted';
  return outcome !== 'gap' && held ? 'held' : outcome;
}

const HOUR = 60;

/** `31 minutes`, `2 hours 5 minutes`. */
export function minutesInWords(minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / HOUR), minutes % HOUR];
  const parts = [...(hours > 0 ? [counted(hours, 'hour')] : []), ...(rest > 0 ? [counted(rest, 'minute')] : [])];
  return parts.join(' ') || '0 minutes';
}

const counted = (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'}`;

export function dayInWords(day: CoverageDay): string {
  const state = stateOf(day);
  if (state !== 'gap') return COVERAGE_STATES[state].words;
  const held = day.held ? ', a version waited for approval' : '';
  return `gap of ${minutesInWords(day.gapMinutes)}${day.stale ? ', out of date' : ''}${held}`;
}

const formatted = (options: Intl.DateTimeFormatOptions) => {
  const format = new Intl.DateTimeFormat('en-GB', { ...options, timeZone: 'UTC' });
  return (date: string) => format.format(Date.parse(date));
};
const monthName = formatted({ month: 'long', year: 'numeric' });

/** `14 March 2026`. Days are UTC, as the service attests them. */
export const dateInWords = formatted({ day: 'numeric', month: 'long', year: 'numeric' });

interface YearCell {
  date: string;
  state: CoverageState;
  mark: string;
  words: string;
  /** 1 for Monday to 7 for Sunday. */
  column: number;
}

export interface YearMonth {
  key: string;
  name: string;
  cells: readonly YearCell[];
}

const DAYS_OF_WEEK = 7;
const MONTH_LETTERS = '2026-03'.length;

/** One block per month, the oldest first, its days under their days of the week. */
export function layOutYear(days: readonly CoverageDay[]): readonly YearMonth[] {
  const months = Map.groupBy(days, ({ date }) => date.slice(0, MONTH_LETTERS));
  return [...months].map(([key, all]) => ({
    key,
    name: monthName(`${key}-01`),
    cells: all.map((day) => {
      const state = stateOf(day);
      const weekday = new Date(day.date).getUTCDay();
      const words = `${dateInWords(day.date)}: ${dayInWords(day)}`;
      return { date: day.date, state, mark: COVERAGE_STATES[state].mark, words, column: weekday || DAYS_OF_WEEK };
    }),
  }));
}

const STEPS: Record<string, number> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  ArrowUp: -DAYS_OF_WEEK,
  ArrowDown: DAYS_OF_WEEK,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
};

/** Where a key leads from a day: a day or a week on, but never out of the calendar. Undefined for other keys. */
export function dayAfterKey(key: string, date: string, days: readonly CoverageDay[]): string | undefined {
  const step = STEPS[key];
  if (step === undefined) return undefined;
  const at = days.findIndex((day) => day.date === date);
  return days[Math.min(days.length - 1, Math.max(0, at + step))]?.date;
}

/** Days in a row that are alike, the newest first. A day that needs a look is a row of its own. */
export interface CoveragePeriod {
  from: string;
  to: string;
  days: number;
  state: CoverageState;
  words: string;
  gapMinutes: number;
}

export function periodsOf(days: readonly CoverageDay[]): readonly CoveragePeriod[] {
  const periods: CoveragePeriod[] = [];
  for (const day of days.toReversed()) {
    const [state, last] = [stateOf(day), periods.at(-1)];
    if (last?.state === state && state !== 'gap' && state !== 'held') {
      last.from = day.date;
      last.days += 1;
    } else {
      const { date, gapMinutes } = day;
      periods.push({ from: date, to: date, days: 1, state, words: dayInWords(day), gapMinutes });
    }
  }
  return periods;
}

/** For those who do not see the picture. */
export function yearInWords(days: readonly CoverageDay[]): string {
  const counts = Map.groupBy(days, stateOf);
  const parts = (Object.keys(COVERAGE_STATES) as CoverageState[]).flatMap((state) => {
    const count = counts.get(state)?.length ?? 0;
    return count > 0 ? [`${COVERAGE_STATES[state].words} on ${counted(count, 'day')}`] : [];
  });
  const minutes = days.reduce((sum, { gapMinutes }) => sum + gapMinutes, 0);
  return `${parts.join('; ')}${minutes > 0 ? `; gaps of ${minutesInWords(minutes)} in all` : ''}`;
}
