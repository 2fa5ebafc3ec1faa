import { useMemo } from 'react';
import { useWidth } from '../parts/use-width.ts';
import { layOutDays, type WorkDay } from './day-columns-layout.ts';

const HEIGHT = 84;
const AXIS = 18;
const HEAD = 14;
const LABEL_WIDTH = 48;

/** Subjects that came onto the worklist and left it, two bars a day. */
export function DayColumns({ days }: { days: readonly WorkDay[] }) {
  const { columns, max, summary } = useMemo(() => layOutDays(days), [days]);
  const [figure, width] = useWidth<HTMLElement>(640);
  const step = width / Math.max(1, columns.length);
  const bar = Math.max(1, (step - (step > 8 ? 3 : 1)) / 2);
  const bottom = HEAD + HEIGHT;
  const every = Math.ceil(LABEL_WIDTH / step);
  return (
    <figure ref={figure}>
      <svg className="day-columns" viewBox={`0 0 ${width} ${bottom + AXIS}`} role="img" aria-label={summary}>
        <line className="edge" x1={0} x2={width} y1={HEAD} y2={HEAD} />
        <text className="caption-text" x={0} y={HEAD - 4}>
          {max === 0 ? 'nothing yet' : `${max} a day`}
        </text>
        {columns.map(({ day, opened, closed, openedHeight, closedHeight }, index) => {
          const x = index * step;
          const [up, down] = [openedHeight * HEIGHT, closedHeight * HEIGHT];
          return (
            <g key={day}>
              {index % every === 0 && x < width - LABEL_WIDTH && (
                <text className="caption-text" x={x} y={bottom + 14}>
                  {shortDay(day)}
                </text>
              )}
              <rect className="is-opened" x={x} y={bottom - up} width={bar} height={up} />
              <rect className="is-closed" x={x + bar} y={bottom - down} width={bar} height={down} />
              <rect className="hit" x={x} y={HEAD} width={step} height={HEIGHT}>
                <title>{`${shortDay(day)}: ${opened} opened, ${closed} closed`}</title>
              </rect>
            </g>
          );
        })}
        <line className="edge" x1={0} x2={width} y1={bottom} y2={bottom} />
      </svg>
    </figure>
  );
}

/** `14 Mar`; days are UTC. */
export const shortDay = (day: string) =>
  new Date(`${day}T00:00:00Z`).toLocaleDateString('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });
