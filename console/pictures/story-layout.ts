export const LANES = ['activity', 'evidence', 'assessments', 'actions', 'overrides', 'notes'] as const;
export type Lane = (typeof LANES)[number];

interface StoryEvent {
  id: string;
  at: string;
  lane: Lane;
  words: string;
}

interface StoryScore {
  at: string;
  policyKey: string;
  score: number | null;
  band: string | null;
  assessmentId: string;
}

type Bands = readonly { id: string; from: number }[];

export interface StoryInput {
  events: readonly StoryEvent[];
  scores: readonly StoryScore[];
  now: number;
  /** Start of each band by policy, ascending. A policy without bands is drawn over its own scores. */
  bands: ReadonlyMap<string, Bands>;
}

interface Point {
  x: number;
  y: number;
  at: string;
  score: number;
  assessmentId: string;
}

interface Strip {
  policyKey: string;
  points: readonly Point[];
  /** Where the band changes. */
  turns: readonly { x: number; y: number; words: string }[];
  bandEdges: readonly { id: string; y: number; middle: number }[];
}

export interface StoryLayout {
  /** Events of one lane that lie too close to distinguish are one dot. */
  dots: readonly { lane: Lane; x: number; events: readonly { at: string; words: string }[] }[];
  /** One per policy with a score, over the bands of that policy. */
  strips: readonly Strip[];
  /** Quiet time that the axis leaves out. */
  folds: readonly { from: number; to: number; seconds: number }[];
  ticks: readonly { x: number; at: number }[];
  /** Lanes with at least one event. */
  lanes: readonly Lane[];
}

const FOLD_S = 2.5 * 3600;
/** Quiet time up to this share of the whole is drawn as time, so that three months have few folds. */
const FOLD_SHARE = 1 / 12;
const FOLD_WIDTH = 0.05;
/** Seconds between folds of days do not fill the picture. */
const LEAST_TIME_WIDTH = 0.1;
const DOT_GAP = 0.012;
const TICK_GAP = 0.09;
/** The first label begins at its tick, all others are centred on theirs. */
const FIRST_TICK_GAP = 0.14;

/**
 * Places events and scores on one axis from 0 to 1. Time is drawn to scale. Quiet time of more than 2.5 hours and a
 * twelfth of the whole is folded to a fixed width, because what happened matters more than how long nothing did.
 */
export function layOutStory({ events, scores, now, bands }: StoryInput): StoryLayout {
  const times = [...new Set([...events, ...scores].map(({ at }) => Date.parse(at)).concat(now))].sort(
    (one, other) => one - other,
  );
  const axis = axisOf(times);
  const x = (at: string | number) => axis.xs.get(typeof at === 'number' ? at : Date.parse(at)) ?? 0;
  const scored = scores.filter((one): one is Scored => one.score !== null);
  return {
    dots: LANES.flatMap((lane) =>
      dotsOf(
        events.filter((event) => event.lane === lane),
        x,
      ),
    ),
    strips: [...Map.groupBy(scored, ({ policyKey }) => policyKey)].map(([policyKey, members]) =>
      stripOf(policyKey, members, bands.get(policyKey) ?? [], x),
    ),
    folds: axis.folds,
    ticks: ticksOf(times, x),
    lanes: LANES.filter((lane) => events.some((event) => event.lane === lane)),
  };
}

type Scored = StoryScore & { score: number };

function axisOf(times: readonly number[]): { xs: ReadonlyMap<number, number>; folds: StoryLayout['folds'] } {
  const whole = ((times.at(-1) ?? 0) - (times[0] ?? 0)) / 1000;
  const folded = Math.max(FOLD_S, whole * FOLD_SHARE);
  const gaps = times.slice(1).map((at, index) => (at - (times[index] ?? at)) / 1000);
  const drawn = gaps.filter((gap) => gap <= folded).reduce((sum, gap) => sum + gap, 0);
  const count = gaps.filter((gap) => gap > folded).length;
  const timeWidth = timeWidthOf(drawn, count);
  const widthOf = (gap: number) => (gap > folded ? (1 - timeWidth) / count : (gap / (drawn || 1)) * timeWidth);
  const xs = new Map<number, number>();
  const folds: { from: number; to: number; seconds: number }[] = [];
  let from = 0;
  times.forEach((at, index) => {
    const gap = gaps[index - 1] ?? 0;
    const to = Math.min(1, from + (index > 0 ? widthOf(gap) : 0));
    if (index > 0 && gap > folded) folds.push({ from, to, seconds: gap });
    xs.set(at, to);
    from = to;
  });
  return { xs, folds };
}

/** The share of the axis that is drawn to scale. */
function timeWidthOf(drawn: number, folds: number): number {
  if (folds === 0) return 1;
  if (drawn === 0) return 0;
  return Math.max(LEAST_TIME_WIDTH, Math.min(1 - folds * FOLD_WIDTH, drawn / FOLD_S));
}

function dotsOf(events: readonly StoryEvent[], x: (at: string) => number): StoryLayout['dots'] {
  const dots: { lane: Lane; x: number; events: { at: string; words: string }[] }[] = [];
  for (const { lane, at, words } of events.toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at))) {
    const last = dots.at(-1);
    if (last && x(at) - last.x < DOT_GAP) last.events.push({ at, words });
    else dots.push({ lane, x: x(at), events: [{ at, words }] });
  }
  return dots;
}

function stripOf(policyKey: string, scores: readonly Scored[], bands: Bands, x: (at: string) => number): Strip {
  const top = Math.max(1, ...scores.map(({ score }) => score), (bands.at(-1)?.from ?? 0) * 1.25);
  const y = (score: number) => 1 - Math.max(0, Math.min(1, score / top));
  const inOrder = scores.toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at));
  return {
    policyKey,
    points: inOrder.map(({ at, score, assessmentId }) => ({ x: x(at), y: y(score), at, score, assessmentId })),
    turns: inOrder.flatMap(({ at, score, band }, index) => {
      const before = inOrder[index - 1];
      if (!before || before.band === band) return [];
      return [{ x: x(at), y: y(score), words: `${shortScore(before.score)} → ${shortScore(score)}` }];
    }),
    bandEdges: bands.map(({ id, from }, index) => {
      const end = Math.min(bands[index + 1]?.from ?? top, top);
      return { id, y: y(from), middle: y((Math.min(from, top) + end) / 2) };
    }),
  };
}

const shortScore = (score: number) => String(Math.round(score * 10) / 10);

function ticksOf(times: readonly number[], x: (at: number) => number): StoryLayout['ticks'] {
  const ticks: { x: number; at: number }[] = [];
  for (const at of times) {
    const last = ticks.at(-1);
    const gap = ticks.length === 1 ? FIRST_TICK_GAP : TICK_GAP;
    if (!last || x(at) - last.x >= gap) ticks.push({ x: x(at), at });
  }
  return ticks;
}

const PREFIXES: readonly (readonly [string, Lane])[] = [
  ['risk.activity.', 'activity'],
  ['risk.evidence.', 'evidence'],
  ['risk.assessment.', 'assessments'],
  ['risk.action.', 'actions'],
  ['risk.override.', 'overrides'],
  ['risk.note.', 'notes'],
];

/** The lane of an event type; undefined for events that the picture leaves out. */
export const laneOf = (type: string): Lane | undefined => PREFIXES.find(([prefix]) => type.startsWith(prefix))?.[1];
