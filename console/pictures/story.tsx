import { useMemo } from 'react';
import { shown } from '../domain/words.ts';
import { shortDuration } from '../parts/duration.ts';
import { axisLabels } from '../parts/time.tsx';
import { useWidth } from '../parts/use-width.ts';
import { layOutStory, type StoryInput } from './story-layout.ts';

const NARROWEST = 640;
const LEFT = 84;
const RIGHT = 44;
const TOP = 24;
const SCORES = 64;
const LANE = 14;
const LABEL_SPACE = 34;

/** Scores and events of a subject on one time axis. Quiet time is folded and named. */
export function StoryPicture({
  selected,
  onSelect,
  story,
}: {
  story: StoryInput;
  selected: string | undefined;
  onSelect(assessmentId: string): void;
}) {
  const layout = useMemo(() => layOutStory(story), [story]);
  const labels = axisLabels(layout.ticks.map(({ at }) => at));
  const [figure, available] = useWidth<HTMLElement>(960);
  const width = Math.max(NARROWEST, available);
  const inner = width - LEFT - RIGHT;
  const x = (at: number) => LEFT + at * inner;
  const y = (at: number) => TOP + at * SCORES;
  const lanesTop = TOP + SCORES + 24;
  const height = lanesTop + layout.lanes.length * LANE + 22;
  return (
    // A picture that is wider than the page is scrolled by keyboard too.
    <figure ref={figure} className="scroll-x" tabIndex={available < NARROWEST ? 0 : undefined}>
      <svg className="story" viewBox={`0 0 ${width} ${height}`} role="img" aria-label={summaryOf(story)}>
        {layout.bandEdges.map((edge, index) => (
          <g key={edge.id}>
            {index % 2 === 1 && (
              <rect
                className="band"
                x={LEFT}
                width={inner}
                y={y(layout.bandEdges[index + 1]?.y ?? 0)}
                height={Math.max(0, y(edge.y) - y(layout.bandEdges[index + 1]?.y ?? 0))}
              />
            )}
            <text className="lane-name" x={LEFT - 8} y={y(edge.middle) + 4} textAnchor="end">
              {edge.id}
            </text>
          </g>
        ))}
        {layout.folds.map((fold) => (
          <g key={fold.from}>
            <rect
              className="fold"
              x={x(fold.from) + 4}
              width={Math.max(2, x(fold.to) - x(fold.from) - 8)}
              y={TOP - 4}
              height={height - TOP - 14}
            />
            {x(fold.to) - x(fold.from) > LABEL_SPACE && (
              <text className="fold-name" x={(x(fold.from) + x(fold.to)) / 2} y={14} textAnchor="middle">
                {shortDuration(fold.seconds)}
              </text>
            )}
          </g>
        ))}
        {layout.lanes.map((lane, index) => (
          <g key={lane}>
            <text className="lane-name" x={LEFT - 8} y={lanesTop + index * LANE + 4} textAnchor="end">
              {lane}
            </text>
            <line
              className="lane-line"
              x1={LEFT}
              x2={width - RIGHT}
              y1={lanesTop + index * LANE}
              y2={lanesTop + index * LANE}
            />
          </g>
        ))}
        {layout.dots.map(({ id, lane, x: at }) => (
          <circle
            key={id}
            className={`dot lane-${lane}`}
            cx={x(at)}
            cy={lanesTop + layout.lanes.indexOf(lane) * LANE}
            r={3.5}
          />
        ))}
        {layout.lines.map(({ policyKey, points }, index) => (
          <g key={policyKey} className={`score-line line-${index % 3}`}>
            <path
              d={stepsOf(
                points.map((point) => [x(point.x), y(point.y)]),
                x(1),
              )}
            />
            {points.map((point) => (
              // biome-ignore lint/a11y/noStaticElementInteractions: the list of assessments below does the same
              <circle
                key={point.assessmentId}
                className={point.assessmentId === selected ? 'is-selected' : ''}
                cx={x(point.x)}
                cy={y(point.y)}
                r={point.assessmentId === selected ? 5 : 3.5}
                onClick={() => onSelect(point.assessmentId)}
              />
            ))}
            <text className="score-end" x={x(1) + 6} y={y(points.at(-1)?.y ?? 0) + 4}>
              {shown(points.at(-1)?.score ?? 0)}
            </text>
          </g>
        ))}
        {layout.ticks.map(({ x: at, at: time }, index) => (
          <text key={time} className="tick" x={x(at)} y={height - 4} textAnchor={index === 0 ? 'start' : 'middle'}>
            {labels[index]}
          </text>
        ))}
      </svg>
    </figure>
  );
}

/** A line that keeps its value until the next point, and to the end of the axis. */
function stepsOf(points: readonly (readonly [number, number])[], end: number): string {
  const [first, ...rest] = points;
  if (!first) return '';
  return `M${first[0]},${first[1]}${rest.map(([x, y]) => `H${x}V${y}`).join('')}H${end}`;
}

function summaryOf({ scores, events }: StoryInput): string {
  const byPolicy = Map.groupBy(scores, ({ policyKey }) => policyKey);
  const lines = [...byPolicy].map(
    ([policy, members]) =>
      `${policy}: ${members.map(({ score }) => (score === null ? 'no score' : shown(score))).join(', ')}`,
  );
  return `${events.length} events. Scores over time: ${lines.join('; ') || 'none'}.`;
}
