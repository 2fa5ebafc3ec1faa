import { EvaluatedDecision, type PolicyEvaluation, type ScenarioRun } from '@assay/policy-engine';
import * as z from 'zod';
import { BACKTEST_BAND_PAIRS, BACKTEST_SCORE_BINS } from './limits.ts';

/** What a backtest counts. Every count is a sum over cases, so the order of the cases does not matter. */

const FIRST_BIN_WIDTH = 10;

const DecisionBefore = z.enum([...EvaluatedDecision.options, 'not_assessed']);
const DecisionAfter = z.enum([...EvaluatedDecision.options, 'applicability_not_matched', 'applicability_unknown']);

const shape = { band: z.string().nullable(), score: z.number().nullable() };
export const OutcomeBefore = z.object({
  decision: DecisionBefore.describe('Of the recorded assessment, without overrides.'),
  ...shape,
});
export const OutcomeAfter = z.object({
  decision: DecisionAfter.describe('Of the tested version, or why it does not cover the subject.'),
  ...shape,
});
export type OutcomeBefore = z.infer<typeof OutcomeBefore>;
export type OutcomeAfter = z.infer<typeof OutcomeAfter>;

const cases = z.int().describe('Number of cases.');

const ScoreBin = z.object({ from: z.number().describe('Lowest score of the bin.'), before: z.int(), after: z.int() });

export const BacktestCounts = z.object({
  matrix: z.array(z.object({ before: DecisionBefore, after: DecisionAfter, cases })),
  bands: z.array(z.object({ before: z.string().nullable(), after: z.string().nullable(), cases })),
  otherBands: z.int().describe(`Cases of further pairs of bands: \`bands\` has at most ${BACKTEST_BAND_PAIRS}.`),
  scoreHistogram: z.object({
    width: z.number().describe('Width of each bin: 10, doubled until at most 100 bins have a score.'),
    bins: z.array(ScoreBin).describe('Bins with a score, in ascending order.'),
  }),
  perRule: z
    .array(z.object({ key: z.string(), fired: z.int(), only: z.int().describe('Cases where no other rule matched.') }))
    .describe('Rules of the tested version that matched.'),
  perFactor: z
    .array(z.object({ key: z.string(), cases, points: z.number().describe('Sum of the contributions.') }))
    .describe('Factors of the tested version that had points.'),
  incomplete: z.int().describe('Cases where evidence that the tested version needs was missing.'),
  changed: z.int().describe('Cases with another decision or another band.'),
});
export type BacktestCounts = z.infer<typeof BacktestCounts>;

export const NOTHING_COUNTED: BacktestCounts = {
  matrix: [],
  bands: [],
  otherBands: 0,
  scoreHistogram: { width: FIRST_BIN_WIDTH, bins: [] },
  perRule: [],
  perFactor: [],
  incomplete: 0,
  changed: 0,
};

/** One evaluation of the tested version, beside what was decided. */
export interface Tested {
  before: OutcomeBefore;
  after: OutcomeAfter;
  evaluation: Pick<PolicyEvaluation, 'outcome' | 'rules' | 'factors'> | null;
}

export const NOT_ASSESSED: OutcomeBefore = { decision: 'not_assessed', band: null, score: null };

export function outcomeAfter({ applicability: { status }, evaluation }: ScenarioRun): OutcomeAfter {
  if (evaluation) return { decision: evaluation.decision, band: evaluation.band, score: evaluation.score };
  return {
    decision: status === 'unknown' ? 'applicability_unknown' : 'applicability_not_matched',
    band: null,
    score: null,
  };
}

export const isChanged = ({ before, after }: Pick<Tested, 'before' | 'after'>) =>
  before.decision !== after.decision || before.band !== after.band;

export function countedBacktest(counts: BacktestCounts, { before, after, evaluation }: Tested): BacktestCounts {
  const isPairCounted = counts.bands.some((one) => one.before === before.band && one.after === after.band);
  const hasRoom = isPairCounted || counts.bands.length < BACKTEST_BAND_PAIRS;
  return {
    matrix: withOneMore(counts.matrix, { before: before.decision, after: after.decision }, ['before', 'after']),
    bands: hasRoom
      ? withOneMore(counts.bands, { before: before.band, after: after.band }, ['before', 'after'])
      : counts.bands,
    otherBands: counts.otherBands + (hasRoom ? 0 : 1),
    scoreHistogram: withScores(counts.scoreHistogram, before.score, after.score),
    perRule: evaluation ? withRules(counts.perRule, evaluation) : counts.perRule,
    perFactor: evaluation ? withFactors(counts.perFactor, evaluation) : counts.perFactor,
    incomplete: counts.incomplete + (evaluation?.outcome === 'incomplete' ? 1 : 0),
    changed: counts.changed + (isChanged({ before, after }) ? 1 : 0),
  };
}

function withOneMore<Key extends object>(
  all: readonly (Key & { cases: number })[],
  key: Key,
  members: readonly (keyof Key)[],
): (Key & { cases: number })[] {
  const at = all.findIndex((one) => members.every((member) => one[member] === key[member]));
  return at < 0
    ? [...all, { ...key, cases: 1 }]
    : all.map((one, index) => (index === at ? { ...one, cases: one.cases + 1 } : one));
}

type Histogram = BacktestCounts['scoreHistogram'];

function withScores(histogram: Histogram, before: number | null, after: number | null): Histogram {
  const added = [
    ...(before === null ? [] : [{ from: before, before: 1, after: 0 }]),
    ...(after === null ? [] : [{ from: after, before: 0, after: 1 }]),
  ];
  return added.length === 0 ? histogram : narrowed(histogram.width, [...histogram.bins, ...added]);
}

/** The smallest doubling of the width with which there are few enough bins. */
function narrowed(width: number, scores: Histogram['bins']): Histogram {
  const bins = new Map<number, Histogram['bins'][number]>();
  for (const { from, before, after } of scores) {
    // Not -0, which is another key.
    const start = Math.floor(from / width) * width + 0;
    const bin = bins.get(start);
    bins.set(start, { from: start, before: before + (bin?.before ?? 0), after: after + (bin?.after ?? 0) });
  }
  return bins.size > BACKTEST_SCORE_BINS
    ? narrowed(width * 2, [...bins.values()])
    : { width, bins: [...bins.values()].sort((one, other) => one.from - other.from) };
}

function withRules(perRule: BacktestCounts['perRule'], { rules }: Pick<PolicyEvaluation, 'rules'>) {
  const matched = rules.filter(({ result }) => result === 'matched').map(({ key }) => key);
  const only = matched.length === 1 ? 1 : 0;
  const counted = new Map(perRule.map((one) => [one.key, one]));
  for (const key of matched) {
    const before = counted.get(key);
    counted.set(key, { key, fired: (before?.fired ?? 0) + 1, only: (before?.only ?? 0) + only });
  }
  return [...counted.values()];
}

function withFactors(perFactor: BacktestCounts['perFactor'], { factors }: Pick<PolicyEvaluation, 'factors'>) {
  const counted = new Map(perFactor.map((one) => [one.key, one]));
  for (const { key, contribution } of factors) {
    if (contribution === null) continue;
    const before = counted.get(key);
    counted.set(key, { key, cases: (before?.cases ?? 0) + 1, points: (before?.points ?? 0) + contribution });
  }
  return [...counted.values()];
}
