export type DayOutcome = 'failed' | 'held' | 'switched' | 'confirmed' | 'nothing';

export interface CalendarEvent {
  type: string;
  occurredAt: string;
}

const OUTCOMES: Record<string, DayOutcome> = {
  'screening.list.refused': 'failed',
  'screening.list.held': 'held',
  'screening.list.activated': 'switched',
  'screening.list.approved': 'switched',
  'screening.list.rolled_back': 'switched',
  'screening.list.reindexed': 'confirmed',
  'screening.list.confirmed': 'confirmed',
};
/** The worst outcome of a day is the one that is shown. */
const ORDER: readonly DayOutcome[] = ['nothing', 'confirmed', 'switched', 'held', 'failed'];
const DAY_MS = 86_400_000;

/** One cell per day, the oldest first. Days are UTC, as the service keeps them. */
export function layOutCalendar(
  events: readonly CalendarEvent[],
  { days, now, confirmedAt }: { days: number; now: number; confirmedAt: string | null },
): readonly { day: string; outcome: DayOutcome }[] {
  const byDay = new Map<string, DayOutcome>();
  const note = (at: string, outcome: DayOutcome) => {
    const day = at.slice(0, 10);
    const before = byDay.get(day) ?? 'nothing';
    if (ORDER.indexOf(outcome) > ORDER.indexOf(before)) byDay.set(day, outcome);
  };
  for (const { type, occurredAt } of events) note(occurredAt, OUTCOMES[type] ?? 'nothing');
  if (confirmedAt) note(confirmedAt, 'confirmed');
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
