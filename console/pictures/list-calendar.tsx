import { type KeyboardEvent, useMemo, useRef } from 'react';
import { serverNow } from '../api/clock.ts';
import { Table } from '../parts/record-table.tsx';
import { calendarInWords, layOutCalendar, OUTCOME_WORDS, type RecordedDay } from './list-calendar-layout.ts';
import {
  COVERAGE_STATES,
  type CoverageDay,
  dateInWords,
  dayAfterKey,
  layOutYear,
  minutesInWords,
  periodsOf,
  yearInWords,
} from './list-year-layout.ts';

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

/** A year in blocks of months. Every day opens; Tab reaches one of them, arrow keys the others. */
export function ListYear({
  days,
  selected,
  onOpen,
}: {
  days: readonly CoverageDay[];
  /** The day that is open. */
  selected: string | undefined;
  onOpen(date: string): void;
}) {
  const months = useMemo(() => layOutYear(days), [days]);
  const area = useRef<HTMLFieldSetElement>(null);
  const reached = days.some(({ date }) => date === selected) ? selected : days.at(-1)?.date;
  const move = (event: KeyboardEvent) => {
    const { day } = (event.target as HTMLElement).dataset;
    const to = day && dayAfterKey(event.key, day, days);
    if (to === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    area.current?.querySelector<HTMLElement>(`[data-day="${to}"]`)?.focus();
  };
  return (
    <fieldset ref={area} className="year" aria-label={yearInWords(days)} onKeyDown={move}>
      {months.map(({ key, name, cells }) => (
        <fieldset key={key} className="month" aria-label={name}>
          <span className="caption" aria-hidden="true">
            {name}
          </span>
          {cells.map(({ date, state, mark, words, column }, index) => (
            <button
              key={date}
              type="button"
              className={`day is-marked is-${state}`}
              style={index === 0 ? { gridColumnStart: column } : undefined}
              data-day={date}
              tabIndex={date === reached ? 0 : -1}
              aria-label={words}
              aria-pressed={date === selected}
              title={words}
              onClick={() => onOpen(date)}
            >
              {mark}
            </button>
          ))}
        </fieldset>
      ))}
    </fieldset>
  );
}

/** What the marks of the days mean. */
export const YearLegend = () => (
  <p className="caption cluster">
    {Object.entries(COVERAGE_STATES).map(([state, { mark, words }]) => (
      <span key={state} className="cluster">
        <span className={`day is-marked is-${state}`} aria-hidden="true">
          {mark}
        </span>
        {words}
      </span>
    ))}
  </p>
);

/** The same days as a table: those that are alike in one row, those that need a look by themselves. */
export const YearTable = ({ days, onOpen }: { days: readonly CoverageDay[]; onOpen(date: string): void }) => (
  <Table
    rows={periodsOf(days)}
    idOf={({ from }) => from}
    columns={[
      {
        title: 'From',
        look: 'nowrap',
        cell: ({ from }) => (
          <button type="button" className="button plain small" onClick={() => onOpen(from)}>
            {dateInWords(from)}
          </button>
        ),
      },
      { title: 'To', look: 'nowrap', cell: ({ to }) => dateInWords(to) },
      { title: 'Days', look: 'right num', cell: ({ days: count }) => count },
      { title: 'State', cell: ({ words }) => words },
      {
        title: 'Gap',
        look: 'quiet',
        cell: ({ gapMinutes }) => (gapMinutes > 0 ? minutesInWords(gapMinutes) : '–'),
      },
    ]}
  />
);
