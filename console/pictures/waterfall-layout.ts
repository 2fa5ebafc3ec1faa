import type { DecidingStep } from '../domain/decided-by.ts';
import { type Condition, conditionInWords, shown, signed, wordsOf } from '../domain/words.ts';

/** One factor of an assessment as a bar from the sum before it to the sum after it. */
export interface WaterfallStep {
  key: string;
  label: string;
  /** Which case applied, or why none did. */
  note: string;
  kind: 'factor' | 'unknown' | 'default' | 'limit' | 'total';
  from: number;
  to: number;
  /** Points as shown: `+18`, `−6`, `0` or `?`. */
  points: string;
}

interface WaterfallBand {
  id: string;
  from: number;
  /** Null for the last band, which has no end. */
  to: number | null;
  isReached: boolean;
}

export interface Waterfall {
  steps: readonly WaterfallStep[];
  /** What decided other than the score, below the steps. These have no points. */
  deciding: readonly DecidingStep[];
  bands: readonly WaterfallBand[];
  /** The scale of the picture. */
  min: number;
  max: number;
  /** The same in words, for screen readers. */
  summary: string;
}

export interface WaterfallInput {
  score: number | null;
  band: string | null;
  factors: readonly {
    key: string;
    label: string | null;
    status: 'case_taken' | 'default_taken' | 'no_case_matched' | 'unknown';
    case: number | null;
    points: number | null;
    weight: number;
    contribution: number | null;
    unknownInputs: readonly string[];
  }[];
  definition: {
    aggregation: 'sum' | 'maximum';
    floor: number;
    ceiling: number | null;
    bands: readonly { id: string; from: number }[];
    factors: readonly {
      key: string;
      cases: readonly { all: readonly Condition[]; points: number }[];
    }[];
  };
  deciding?: readonly DecidingStep[];
}

const SPARE = 1.06;

/** Lays out a score factor by factor. The steps always add up to the score. */
export function layOutWaterfall({ score, band, factors, definition, deciding = [] }: WaterfallInput): Waterfall {
  const steps: WaterfallStep[] = [];
  let sum = 0;
  for (const factor of factors) {
    const cases = definition.factors.find(({ key }) => key === factor.key)?.cases ?? [];
    const contribution = factor.contribution ?? 0;
    const from = definition.aggregation === 'sum' ? sum : 0;
    const to = from + contribution;
    if (definition.aggregation === 'sum') sum = to;
    else sum = Math.max(sum, to);
    steps.push({
      key: factor.key,
      label: factor.label ?? wordsOf(factor.key),
      note: noteOf(factor, cases),
      kind: kindOf(factor.status),
      from,
      to,
      points: factor.contribution === null ? '?' : signed(contribution),
    });
  }
  const limited = limitOf(sum, score, definition);
  if (limited) steps.push(limited);
  if (score !== null)
    steps.push({ key: 'score', label: 'Score', note: '', kind: 'total', from: 0, to: score, points: shown(score) });
  const ends = steps.flatMap(({ from, to }) => [from, to]);
  const highestBand = Math.max(0, ...definition.bands.map(({ from }) => from));
  return {
    steps,
    deciding,
    bands: definition.bands.map(({ id, from }, index) => ({
      id,
      from,
      to: definition.bands[index + 1]?.from ?? null,
      isReached: id === band,
    })),
    min: Math.min(0, ...ends),
    max: Math.max(1, highestBand * 1.3, ...ends) * SPARE,
    summary: [summaryOf(steps, score, band), ...deciding.map(({ label }) => `${label}.`)].join(' '),
  };
}

function limitOf(
  sum: number,
  score: number | null,
  { floor, ceiling }: WaterfallInput['definition'],
): WaterfallStep | undefined {
  if (score === null || Math.abs(sum - score) < 1e-9) return undefined;
  const isCeiling = ceiling !== null && score === ceiling && sum > score;
  return {
    key: isCeiling ? 'ceiling' : 'floor',
    label: isCeiling ? `At most ${shown(ceiling)}` : `At least ${shown(floor)}`,
    note: isCeiling ? 'ceiling of the policy' : 'floor of the policy',
    kind: 'limit',
    from: sum,
    to: score,
    points: signed(score - sum),
  };
}

const kindOf = (status: WaterfallInput['factors'][number]['status']): WaterfallStep['kind'] => {
  if (status === 'unknown') return 'unknown';
  return status === 'case_taken' ? 'factor' : 'default';
};

function noteOf(
  factor: WaterfallInput['factors'][number],
  cases: readonly { all: readonly Condition[]; points: number }[],
): string {
  if (factor.status === 'unknown') return `unknown: ${factor.unknownInputs.join(', ')}`;
  if (factor.status === 'default_taken') return 'no case matched: default';
  if (factor.status === 'no_case_matched') return 'no case matched';
  const taken = factor.case === null ? undefined : cases[factor.case];
  if (!taken) return '';
  const words = taken.all.map(conditionInWords).join(' and ');
  return factor.weight === 1 ? words : `${words} · ${shown(taken.points)} × ${shown(factor.weight)}`;
}

function summaryOf(steps: readonly WaterfallStep[], score: number | null, band: string | null) {
  const parts = steps.filter(({ kind }) => kind !== 'total').map(({ label, points }) => `${label} ${points}`);
  const total = score === null ? 'There is no score.' : `The score is ${shown(score)}`;
  return `${total}${score !== null && band ? `, band ${band}` : ''}${score === null ? '' : '.'} ${parts.join(', ')}.`;
}
