import { useMemo } from 'react';
import { serverNow } from '../api/clock.ts';
import { type CalendarEvent, layOutCalendar, OUTCOME_WORDS } from './list-calendar-layout.ts';

const DAYS = 90;

/** Ninety days of one list, a cell per day. */
export function ListCalendar({
  events,
  confirmedAt,
}: {
  events: readonly CalendarEvent[];
  confirmedAt: string | null;
}) {
  const cells = useMemo(
    () => layOutCalendar(events, { days: DAYS, now: serverNow(), confirmedAt }),
    [events, confirmedAt],
  );
  const counted = Object.entries(OUTCOME_WORDS)
    .map(
      ([outcome, words]) =>
        [words, cells.filter((cell) => cell.outcome === outcome).length] as const,
    )
    .filter(([, count]) => count > 0)
    .map(([words, count]) => `${words} on ${count} days`);
  return (
    <div
      className="calendar"
      role="img"
      aria-label={`The last ${DAYS} days: ${counted.join(', ')}.`}
    >
      {cells.map(({ day, outcome }) => (
        <span
          key={day}
          className={`day is-${outcome}`}
          title={`${day}: ${OUTCOME_WORDS[outcome]}`}
        />
      ))}
    </div>
  );
}
