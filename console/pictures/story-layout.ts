export const LANES = ['activity', 'evidence', 'assessments', 'actions', 'overrides', 'notes'] as const;
export type Lane = (typeof LANES)[number];

interface StoryEvent {
  id: string;
  at: string;
  lane: Lane;
}

interface StoryScore {
  at: string;
  policyKey: string;
  score: number | null;
  assessmentId: string;
}

export interface StoryInput {
  events: readonly StoryEvent[];
  scores: readonly StoryScore[];
  now: number;
  /** Start of each band of the shown policy, ascending. */
  bands: readonly { id: string; from: number }[];
}

export interface StoryLayout {
  dots: readonly { id: string; lane: Lane; x: number }[];
  lines: readonly {
    policyKey: string;
    points: readonly { x: number; y: number; assessmentId: string; score: number }[];
  }[];
  /** Quiet time that the axis leaves out. */
  folds: readonly { from: number; to: number; seconds: number }[];
  ticks: readonly { x: number; at: number }[];
  bandEdges: readonly { id: string; y: number; middle: number }[];
  /** Lanes with at least one event. */
  lanes: readonly Lane[];
}

const FOLD_S = 2.5 * 3600;
const FOLD_WIDTH = 3;
/** Every step has some width, so that events of the same second can be told apart. */
const LEAST_WIDTH = 0.6;
const TICK_GAP = 0.09;
/** The first label begins at its tick, all others are centred on theirs. */
const FIRST_TICK_GAP = 0.14;

/**
 * Places events on one axis from 0 to 1, without overlap in time order. Quiet time longer than 2.5 hours has a
 * fixed width, because what happened matters more than how long nothing did.
 */
export function layOutStory({ events, scores, now, bands }: StoryInput): StoryLayout {
  const times = [...new Set([...events, ...scores].map(({ at }) => Date.parse(at)).concat(now))].sort(
    (one, other) => one - other,
  );
  const widths = times.slice(1).map((at, index) => widthOf((at - (times[index] ?? at)) / 1000));
  const total = widths.reduce((sum, width) => sum + width, 0) || 1;
  const xs = new Map<number, number>();
  let sum = 0;
  times.forEach((at, index) => {
    if (index > 0) sum += widths[index - 1] ?? 0;
    xs.set(at, sum / total);
  });
  const x = (at: string | number) => xs.get(typeof at === 'number' ? at : Date.parse(at)) ?? 0;
  const top = Math.max(1, ...scores.map(({ score }) => score ?? 0), (bands.at(-1)?.from ?? 0) * 1.25);
  const y = (score: number) => 1 - Math.max(0, Math.min(1, score / top));
  return {
    dots: events.map(({ id, lane, at }) => ({ id, lane, x: x(at) })),
    lines: linesOf(scores, x, y),
    folds: times.slice(1).flatMap((at, index) => {
      const before = times[index] ?? at;
      const seconds = (at - before) / 1000;
      return seconds > FOLD_S ? [{ from: x(before), to: x(at), seconds }] : [];
    }),
    ticks: ticksOf(times, x),
    bandEdges: bands.map(({ id, from }, index) => {
      const end = Math.min(bands[index + 1]?.from ?? top, top);
      return { id, y: y(from), middle: y((Math.min(from, top) + end) / 2) };
    }),
    lanes: LANES.filter((lane) => events.some((event) => event.lane === lane)),
  };
}

const widthOf = (seconds: number) =>
  seconds > FOLD_S ? FOLD_WIDTH : LEAST_WIDTH + (seconds / FOLD_S) * (FOLD_WIDTH - LEAST_WIDTH);

function linesOf(
  scores: readonly StoryScore[],
  x: (at: string) => number,
  y: (score: number) => number,
): StoryLayout['lines'] {
  const byPolicy = Map.groupBy(
    scores.filter((one): one is StoryScore & { score: number } => one.score !== null),
    ({ policyKey }) => policyKey,
  );
  return [...byPolicy].map(([policyKey, members]) => ({
    policyKey,
    points: members
      .toSorted((one, other) => (one.at < other.at ? -1 : 1))
      .map(({ at, score, assessmentId }) => ({ x: x(at), y: y(score), assessmentId, score })),
  }));
}

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
