export type DayOutcome = 'failed' | 'held' | 'switched' | 'confirmed' | 'nothing';

export interface RecordedDay {
  day: string;
  outcome: Exclude<DayOutcome, 'nothing'> | null;
}

/** The worst outcome of a day is the one that is shown. */
const ORDER: readonly DayOutcome[] = ['nothing', 'confirmed', 'switched', 'held', 'failed'];
const DAY_MS = 86_400_000;

/** One cell per day, the oldest first. Days are UTC, as the service keeps them. */
export function layOutCalendar(
  recorded: readonly RecordedDay[],
  { days, now }: { days: number; now: number },
): readonly { day: string; outcome: DayOutcome }[] {
  const byDay = new Map<string, DayOutcome>();
  for (const { day, outcome } of recorded) {
    const before = byDay.get(day) ?? 'nothing';
    if (outcome && ORDER.indexOf(outcome) > ORDER.indexOf(before)) byDay.set(day, outcome);
  }
  return Array.from({ length: days }, (_, index) => {
    const day = new Date(now - (days - 1 - index) * DAY_MS).toISOString().slice(0, 10);
    return { day, outcome: byDay.get(day) ?? 'nothing' };
  });
}

export const OUTCOME_WORDS: Record<DayOutcome, string> = {
  failed: 'failed',
  held: 'held for approval',
  switched: 'new version',
  confirmed: 'confirmed',
  nothing: 'nothing recorded',
};
