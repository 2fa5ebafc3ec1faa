import { useMemo } from 'react';
import { Table } from '../parts/record-table.tsx';
import { dayOf, exactTime, useZone } from '../parts/time.tsx';
import { useWidth } from '../parts/use-width.ts';
import { count, type DeliveryHour, latency, layOutColumns } from './delivery-columns-layout.ts';

const HEIGHT = 84;
const AXIS = 18;
const HEAD = 14;
const HOURS_PER_DAY = 24;

/** Attempts of a webhook, a column per hour, failures on top. */
export function DeliveryColumns({ hours }: { hours: readonly DeliveryHour[] }) {
  const zone = useZone();
  const { columns, max, summary } = useMemo(() => layOutColumns(hours), [hours]);
  const [figure, width] = useWidth<HTMLElement>(640);
  const step = width / Math.max(1, columns.length);
  const gap = step > 6 ? 2 : 0.5;
  const bottom = HEAD + HEIGHT;
  const isWeek = columns.length > HOURS_PER_DAY;
  const isTick = (at: string) => hourIn(at, zone) % (isWeek ? HOURS_PER_DAY : 6) === 0;
  return (
    <figure ref={figure}>
      <svg className="hour-columns" viewBox={`0 0 ${width} ${bottom + AXIS}`} role="img" aria-label={summary}>
        <line className="edge" x1={0} x2={width} y1={HEAD} y2={HEAD} />
        <text className="caption-text" x={0} y={HEAD - 4}>
          {max === 0 ? 'no attempts' : `${count(max)} an hour`}
        </text>
        {columns.map((column, index) => {
          const x = index * step;
          const failed = column.failedHeight * HEIGHT;
          const succeeded = column.succeededHeight * HEIGHT;
          return (
            <g key={column.hour}>
              {isTick(column.hour) && (
                <>
                  <line className="tick-line" x1={x} x2={x} y1={HEAD} y2={bottom + 4} />
                  {x < width - 40 && (
                    <text className="caption-text" x={x + 3} y={bottom + 14}>
                      {isWeek ? dayOf(column.hour, zone).slice(0, -5) : clock(column.hour, zone)}
                    </text>
                  )}
                </>
              )}
              <rect className="is-ok" x={x + gap / 2} y={bottom - succeeded} width={step - gap} height={succeeded} />
              <rect
                className="is-bad"
                x={x + gap / 2}
                y={bottom - succeeded - failed}
                width={step - gap}
                height={failed}
              />
              <rect className="hit" x={x} y={HEAD} width={step} height={HEIGHT}>
                <title>{wordsOf(column, zone)}</title>
              </rect>
            </g>
          );
        })}
        <line className="edge" x1={0} x2={width} y1={bottom} y2={bottom} />
      </svg>
    </figure>
  );
}

const wordsOf = ({ hour, succeeded, failed, p95LatencyMs }: DeliveryHour, zone: 'local' | 'utc') =>
  `${exactTime(hour, zone)}: ${count(succeeded)} succeeded, ${count(failed)} failed` +
  (p95LatencyMs === null ? '' : `, p95 ${latency(p95LatencyMs)}`);

const hourIn = (at: string, zone: 'local' | 'utc') =>
  zone === 'utc' ? new Date(at).getUTCHours() : new Date(at).getHours();

const clock = (at: string, zone: 'local' | 'utc') => `${String(hourIn(at, zone)).padStart(2, '0')}:00`;

/** The same numbers as a table, without the hours in which nothing was sent. */
export function DeliveryHoursTable({ hours }: { hours: readonly DeliveryHour[] }) {
  const zone = useZone();
  const busy = hours.filter(({ succeeded, failed }) => succeeded + failed > 0).toReversed();
  return (
    <Table
      rows={busy}
      idOf={({ hour }) => hour}
      columns={[
        { title: 'Hour', cell: ({ hour }) => exactTime(hour, zone) },
        { title: 'Succeeded', look: 'right num', cell: ({ succeeded }) => count(succeeded) },
        { title: 'Failed', look: 'right num', cell: ({ failed }) => count(failed) },
        { title: 'p95', look: 'right num', cell: ({ p95LatencyMs }) => latency(p95LatencyMs) },
      ]}
    />
  );
}
