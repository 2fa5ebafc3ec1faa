import { useMemo } from 'react';
import { serverNow } from '../api/clock.ts';
import { calendarInWords, layOutCalendar, OUTCOME_WORDS, type RecordedDay } from './list-calendar-layout.ts';

const DAYS = 90;

/** Ninety days of one list, a cell per day. */
export function ListCalendar({
  recorded,
  size = 'large',
}: {
  recorded: readonly RecordedDay[];
  /** Small for a row of a table. */
  size?: 'small' | 'large';
}) {
  const cells = useMemo(() => layOutCalendar(recorded, { days: DAYS, now: serverNow() }), [recorded]);
  return (
    <div
      className={size === 'small' ? 'calendar is-small' : 'calendar'}
      role="img"
      aria-label={`The last ${DAYS} days: ${calendarInWords(cells)}.`}
    >
      {cells.map(({ day, outcome, words }) => (
        <span key={day} className={`day is-${outcome}`} title={`${day}: ${words}`} />
      ))}
    </div>
  );
}

/** What the colours of the days mean. */
export const CalendarLegend = () => (
  <p className="caption cluster">
    {Object.entries(OUTCOME_WORDS).map(([outcome, words]) => (
      <span key={outcome} className="cluster">
        <span className={`day is-${outcome}`} aria-hidden="true" />
        {words}
      </span>
    ))}
  </p>
);
