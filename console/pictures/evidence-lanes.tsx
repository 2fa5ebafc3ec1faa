import { useMemo } from 'react';
import { serverNow } from '../api/clock.ts';
import { type LaneReceipt, layOutLanes } from './evidence-lanes-layout.ts';

const WIDTH = 900;
const LEFT = 220;
const ROW = 22;

/** One lane per fact. Superseded receipts are faint; disagreeing sources are marked. */
export function EvidenceLanes({ receipts }: { receipts: readonly LaneReceipt[] }) {
  const lanes = useMemo(() => layOutLanes(receipts, serverNow()), [receipts]);
  const height = lanes.length * ROW + 4;
  const x = (at: number) => LEFT + at * (WIDTH - LEFT - 4);
  return (
    <figure className="scroll-x">
      <svg
        className="lanes"
        viewBox={`0 0 ${WIDTH} ${height}`}
        role="img"
        aria-label={`${lanes.length} facts over time. The table below has the same receipts.`}
      >
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
    </figure>
  );
}
