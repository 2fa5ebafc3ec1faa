import { useMemo } from 'react';
import { serverNow } from '../api/clock.ts';
import { ScrollX } from '../parts/scrolling.tsx';
import { axisLabels, useZone } from '../parts/time.tsx';
import { type LaneReceipt, layOutLanes } from './evidence-lanes-layout.ts';

const WIDTH = 900;
const LEFT = 220;
const ROW = 22;
const AXIS = 20;

/** One lane per fact over one time axis. Superseded receipts are faint; disagreeing sources are marked. */
export function EvidenceLanes({ receipts }: { receipts: readonly LaneReceipt[] }) {
  const zone = useZone();
  const { lanes, ticks } = useMemo(() => layOutLanes(receipts, serverNow()), [receipts]);
  const labels = axisLabels(ticks, zone);
  const bottom = lanes.length * ROW + 4;
  const last = ticks.length - 1;
  const x = (at: number) => LEFT + at * (WIDTH - LEFT - 4);
  return (
    <ScrollX label="Facts over time">
      <svg
        className="lanes"
        viewBox={`0 0 ${WIDTH} ${bottom + AXIS}`}
        role="img"
        aria-label={`${lanes.length} facts over time. The table below has the same receipts.`}
      >
        {labels.day !== null && (
          <text className="tick" x={0} y={bottom + AXIS - 6}>
            {labels.day}
          </text>
        )}
        {ticks.map((at, index) => (
          <g key={at}>
            <line className="lane-line" x1={x(index / last)} x2={x(index / last)} y1={0} y2={bottom} />
            <text className="tick" x={x(index / last)} y={bottom + AXIS - 6} textAnchor={anchorOf(index, last)}>
              {labels.ticks[index]}
            </text>
          </g>
        ))}
        {lanes.map((lane, index) => (
          <g key={lane.fact} className={lane.disagrees ? 'is-disagreeing' : ''}>
            <text className="mono" x={0} y={index * ROW + 15}>
              {lane.fact}
              {lane.disagrees ? ' (sources disagree)' : ''}
            </text>
            <line className="lane-line" x1={LEFT} x2={WIDTH} y1={index * ROW + 11} y2={index * ROW + 11} />
            {lane.bars.map((bar) => (
              <rect
                key={bar.id}
                className={bar.isSuperseded ? 'is-superseded' : ''}
                x={x(bar.from)}
                width={Math.max(4, x(bar.to) - x(bar.from))}
                y={index * ROW + 6}
                height={10}
                rx={2}
              >
                <title>{bar.words}</title>
              </rect>
            ))}
          </g>
        ))}
      </svg>
    </ScrollX>
  );
}

const anchorOf = (index: number, last: number) => (index === 0 ? 'start' : index === last ? 'end' : 'middle');
