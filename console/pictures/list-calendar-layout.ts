export type DayOutcome = 'failed' | 'held' | 'switched' | 'confirmed' | 'nothing';

export interface RecordedDay {
  day: string;
  outcome: Exclude<DayOutcome, 'nothing'> | null;
}

/** The worst outcome of a day is the one that is shown. */
const ORDER: readonly DayOutcome[] = ['nothing', 'confirmed', 'switched', 'held', 'failed'];
const DAY_MS = 86_400_000;

export const OUTCOME_WORDS: Record<DayOutcome, string> = {
  failed: 'failed',
  held: 'held for approval',
  switched: 'new version',
  confirmed: 'confirmed',
  nothing: 'nothing recorded',
};

interface CalendarDay {
  day: string;
  outcome: DayOutcome;
  /** All that is known of the day, the worst first. */
  words: string;
}

/** One cell per day, the oldest first. Days are UTC, as the service keeps them. */
export function layOutCalendar(
  recorded: readonly RecordedDay[],
  { days, now }: { days: number; now: number },
): readonly CalendarDay[] {
  const byDay = Map.groupBy(recorded, ({ day }) => day);
  return Array.from({ length: days }, (_, index) => {
    const day = new Date(now - (days - 1 - index) * DAY_MS).toISOString().slice(0, 10);
    const all = new Set(byDay.get(day)?.flatMap(({ outcome }) => outcome ?? []));
    const worstFirst = [...all].toSorted((one, other) => ORDER.indexOf(other) - ORDER.indexOf(one));
    const outcome = worstFirst[0] ?? 'nothing';
    return { day, outcome, words: worstFirst.map((one) => OUTCOME_WORDS[one]).join(' and ') || OUTCOME_WORDS.nothing };
  });
}

const DATES_NAMED = 5;

/** For those who do not see the picture: the days that need a look by their dates, the others by their number. */
export function calendarInWords(cells: readonly CalendarDay[]): string {
  const named = cells.filter(({ outcome }) => outcome === 'failed' || outcome === 'held' || outcome === 'switched');
  const dates = named.slice(-DATES_NAMED).map(({ day, words }) => `${words} on ${day}`);
  const more = named.length - dates.length;
  const counts = (['confirmed', 'nothing'] as const).flatMap((outcome) => {
    const count = cells.filter((cell) => cell.outcome === outcome).length;
    return count > 0 ? [`${OUTCOME_WORDS[outcome]} on ${count} ${count === 1 ? 'day' : 'days'}`] : [];
  });
  const earlier = more > 0 ? [`${more} such ${more === 1 ? 'day' : 'days'} before`] : [];
  return [...dates.toReversed(), ...earlier, ...counts].join(', ');
}
