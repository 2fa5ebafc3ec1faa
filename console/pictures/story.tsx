import { type RefObject, useEffect, useMemo } from 'react';
import { shown, wordsOf } from '../domain/words.ts';
import { shortDuration } from '../parts/duration.ts';
import { axisLabels, exactTime } from '../parts/time.tsx';
import { useWidth } from '../parts/use-width.ts';
import { layOutStory, type StoryInput, type StoryLayout } from './story-layout.ts';

const NARROWEST = 640;
const LEFT = 92;
const RIGHT = 44;
const TOP = 22;
const NAME = 16;
const SCORES = 56;
const STRIP = NAME + SCORES + 10;
const LANE = 14;
const LABEL_SPACE = 34;
const BAND_NAME_SPACE = 10;
const TURN_SPACE = 64;
/** More strips than this would push the rest of the page away. */
const STRIPS = 4;
const WORDS_OF_A_DOT = 6;

/** One strip of scores per policy over its own bands, and lanes of events, on one time axis with folded quiet time. */
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
  const { strips, left } = useMemo(() => shownStrips(layout.strips, selected), [layout, selected]);
  const labels = axisLabels(layout.ticks.map(({ at }) => at));
  const [figure, available] = useWidth<HTMLElement>(960);
  const width = Math.max(NARROWEST, available);
  const inner = width - LEFT - RIGHT;
  const x = (at: number) => LEFT + at * inner;
  const lanesTop = TOP + strips.length * STRIP + 12;
  const height = lanesTop + layout.lanes.length * LANE + 22;
  const chosen = strips.flatMap(({ points }) => points).find(({ assessmentId }) => assessmentId === selected);
  useInView(figure, chosen && x(chosen.x));
  return (
    <>
      {/* A picture that is wider than the page is scrolled by keyboard too. */}
      <figure
        ref={figure}
        className="scroll-x"
        {...(available < NARROWEST && { role: 'region', 'aria-label': 'Story so far', tabIndex: 0 })}
      >
        <svg className="story" viewBox={`0 0 ${width} ${height}`} role="img" aria-label={summaryOf(story)}>
          {strips.map((strip, index) => (
            <Bands key={strip.policyKey} strip={strip} top={TOP + index * STRIP} width={inner} />
          ))}
          <Folds layout={layout} x={x} height={height} />
          {strips.map(({ policyKey }, index) => (
            <text key={policyKey} className="strip-name" x={LEFT} y={TOP + index * STRIP + 10}>
              {wordsOf(policyKey)}
            </text>
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
          {layout.dots.map(({ lane, x: at, events }) => (
            <circle
              key={`${lane} ${at}`}
              className={`dot lane-${lane}`}
              cx={x(at)}
              cy={lanesTop + layout.lanes.indexOf(lane) * LANE}
              r={events.length > 1 ? 4.5 : 3.5}
            >
              <title>{eventsInWords(events)}</title>
            </circle>
          ))}
          {strips.map((strip, index) => (
            <Scores
              key={strip.policyKey}
              strip={strip}
              top={TOP + index * STRIP}
              x={x}
              selected={selected}
              onSelect={onSelect}
            />
          ))}
          {labels.day !== null && (
            <text className="tick" x={LEFT - 8} y={height - 4} textAnchor="end">
              {labels.day}
            </text>
          )}
          {layout.ticks.map(({ x: at, at: time }, index) => (
            <text key={time} className="tick" x={x(at)} y={height - 4} textAnchor={index === 0 ? 'start' : 'middle'}>
              {labels.ticks[index]}
            </text>
          ))}
        </svg>
      </figure>
      {left > 0 && (
        <p className="quiet">
          {left === 1 ? 'One more policy' : `${left} more policies`}: choose an assessment to see its strip.
        </p>
      )}
    </>
  );
}

type Strip = StoryLayout['strips'][number];

/** The first strips, and always the one of the chosen assessment. */
function shownStrips(all: readonly Strip[], selected: string | undefined): { strips: readonly Strip[]; left: number } {
  if (all.length <= STRIPS) return { strips: all, left: 0 };
  const isChosen = ({ points }: Strip) => points.some(({ assessmentId }) => assessmentId === selected);
  const chosen = all.find(isChosen);
  const first = all.filter((strip) => strip !== chosen).slice(0, chosen ? STRIPS - 1 : STRIPS);
  return { strips: all.filter((strip) => strip === chosen || first.includes(strip)), left: all.length - STRIPS };
}

/** Scrolls a picture that is wider than the page to what is chosen, without moving the page. */
function useInView(figure: RefObject<HTMLElement | null>, x: number | undefined) {
  useEffect(() => {
    const target = figure.current;
    if (target && x !== undefined) target.scrollLeft = x - target.clientWidth / 2;
  }, [figure, x]);
}

function Bands({ strip, top, width }: { strip: Strip; top: number; width: number }) {
  const y = (at: number) => top + NAME + at * SCORES;
  const named = spacedFrom(strip.bandEdges, ({ middle }) => -y(middle), BAND_NAME_SPACE);
  return (
    <g>
      {strip.bandEdges.map((edge, index) => {
        const above = y(strip.bandEdges[index + 1]?.y ?? 0);
        return (
          <g key={edge.id}>
            {index % 2 === 1 && (
              <rect className="band" x={LEFT} width={width} y={above} height={Math.max(0, y(edge.y) - above)} />
            )}
            {named.includes(edge) && (
              <text className="lane-name" x={LEFT - 8} y={y(edge.middle) + 4} textAnchor="end">
                {edge.id}
              </text>
            )}
          </g>
        );
      })}
    </g>
  );
}

function Folds({ layout, x, height }: { layout: StoryLayout; x(at: number): number; height: number }) {
  return layout.folds.map((fold) => (
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
  ));
}

function Scores({
  strip,
  top,
  x,
  selected,
  onSelect,
}: {
  strip: Strip;
  top: number;
  x(at: number): number;
  selected: string | undefined;
  onSelect(assessmentId: string): void;
}) {
  const y = (at: number) => top + NAME + at * SCORES;
  const last = strip.points.at(-1);
  return (
    <g className="score-line">
      <path
        d={stepsOf(
          strip.points.map((point) => [x(point.x), y(point.y)]),
          x(1),
        )}
      />
      {spacedFrom(strip.turns, (turn) => x(turn.x), TURN_SPACE).map((turn) => (
        <text key={turn.x} className="turn" x={x(turn.x)} y={Math.max(y(turn.y) - 7, top + 8)} textAnchor="middle">
          {turn.words}
        </text>
      ))}
      {strip.points.map((point) => (
        // biome-ignore lint/a11y/noStaticElementInteractions: the list of assessments below does the same
        <circle
          key={point.assessmentId}
          className={point.assessmentId === selected ? 'is-selected' : ''}
          cx={x(point.x)}
          cy={y(point.y)}
          r={point.assessmentId === selected ? 5 : 3.5}
          onClick={() => onSelect(point.assessmentId)}
        >
          <title>{`${wordsOf(strip.policyKey)}: ${shown(point.score)}, ${exactTime(point.at)}`}</title>
        </circle>
      ))}
      {last && (
        <text className="score-end" x={x(1) + 6} y={y(last.y) + 4}>
          {shown(last.score)}
        </text>
      )}
    </g>
  );
}

/** Those that have room after the one before. */
function spacedFrom<Item>(items: readonly Item[], place: (item: Item) => number, space: number): readonly Item[] {
  const kept: Item[] = [];
  for (const item of items) {
    const last = kept.at(-1);
    if (last === undefined || place(item) - place(last) >= space) kept.push(item);
  }
  return kept;
}

function eventsInWords(events: readonly { at: string; words: string }[]): string {
  const lines = events.slice(0, WORDS_OF_A_DOT).map(({ at, words }) => `${words}, ${exactTime(at)}`);
  const more = events.length - lines.length;
  return [...lines, ...(more > 0 ? [`and ${more} more`] : [])].join('\n');
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
      `${wordsOf(policy)}: ${members.map(({ score }) => (score === null ? 'no score' : shown(score))).join(', ')}`,
  );
  return `${events.length} events. Scores over time: ${lines.join('; ') || 'none'}.`;
}
