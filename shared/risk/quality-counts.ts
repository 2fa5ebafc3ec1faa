import * as z from 'zod';
import { bucketOf } from '#shared/platform/histogram.ts';
import type { AssessmentRecord } from './assessment.ts';
import { LABEL_WINDOW_SECONDS, QUALITY_FACTORS, QUALITY_RULES } from './limits.ts';
import { isPositive, type OutcomeRecord } from './outcome.ts';
import type { CounterName, Counts } from './policy-counts.ts';
import { DURATION } from './work-counts.ts';

/** How one assessment is counted in the quality of its policy, and what outcomes change of that. Pure rules. */

/** `flagged`: the policy asked for something. `awaiting`: it has decided nothing for want of evidence. */
const Group = z.enum(['flagged', 'passed', 'awaiting']);
export type Group = z.infer<typeof Group>;

const Label = z.enum(['positive', 'negative']);

export const CountedQuality = z.object({
  assessmentId: z.string(),
  version: z.number(),
  evaluatedAt: z.string(),
  sequence: z.number(),
  group: Group,
  band: z.string().nullable(),
  /** Rules that matched. */
  rules: z.array(z.string()),
  /** Factors that have points, in thousandths. */
  factors: z.array(z.tuple([z.string(), z.number()])),
  label: Label.nullable(),
  isSampled: z.boolean(),
  isOverridden: z.boolean(),
  /** Bucket of the time until its last action ended. */
  decidedIn: z.number().nullable(),
});
export type CountedQuality = z.infer<typeof CountedQuality>;

const THOUSANDTHS = 1_000;
/** Sums of points stay exact. Policies may use larger ones, which count as this. */
const MOST_POINTS = 1_000_000;

const groupOf = (decision: string): Group =>
  decision === 'awaiting_evidence' ? 'awaiting' : decision === 'none' ? 'passed' : 'flagged';

const thousandths = (points: number) =>
  Math.round(Math.min(MOST_POINTS, Math.max(-MOST_POINTS, points)) * THOUSANDTHS) || 0;

/** An assessment that nothing has happened to yet. */
export const firstCounted = ({ id, data }: AssessmentRecord): CountedQuality => ({
  assessmentId: id,
  version: data.policy.version,
  evaluatedAt: data.evaluatedAt,
  sequence: data.sequence,
  group: groupOf(data.decision),
  band: data.band,
  rules: data.rules.slice(0, QUALITY_RULES).flatMap(({ key, result }) => (result === 'matched' ? [key] : [])),
  factors: data.factors
    .slice(0, QUALITY_FACTORS)
    .flatMap(({ key, points }) => (points === null ? [] : [[key, thousandths(points)] as [string, number]])),
  label: null,
  isSampled: false,
  isOverridden: false,
  decidedIn: null,
});

export const decidedWithin = (seconds: number) => bucketOf(Math.max(0, seconds), DURATION);

/**
 * The label of an assessment: of the outcomes since it was made, before the next one of the policy and within the window.
 * One positive outcome outweighs any number of negative ones.
 */
export function labelOf(
  { evaluatedAt }: Pick<CountedQuality, 'evaluatedAt'>,
  next: Pick<CountedQuality, 'evaluatedAt'> | undefined,
  outcomes: readonly OutcomeRecord[],
): Pick<CountedQuality, 'label' | 'isSampled'> {
  const from = Date.parse(evaluatedAt);
  const before = next ? Date.parse(next.evaluatedAt) : Number.POSITIVE_INFINITY;
  const own = outcomes.filter(({ data }) => {
    const at = Date.parse(data.occurredAt);
    return at >= from && at < before && at <= from + LABEL_WINDOW_SECONDS * 1000;
  });
  if (own.length === 0) return { label: null, isSampled: false };
  return {
    label: own.some(({ data }) => isPositive(data.label)) ? 'positive' : 'negative',
    isSampled: own.some(({ data }) => data.sampled),
  };
}

/** What changes in the counters of the day when an assessment that was counted as `before` is counted as `after`. */
export function qualityDifference(before: CountedQuality | undefined, after: CountedQuality): Counts {
  const sum = new Map<string, [CounterName, number]>();
  const add = (counts: Counts, sign: number) => {
    for (const [name, by] of counts) {
      const key = name.join('#');
      sum.set(key, [name, (sum.get(key)?.[1] ?? 0) + sign * by]);
    }
  };
  if (before) add(countsOf(before), -1);
  add(countsOf(after), 1);
  return [...sum.values()].filter(([, by]) => by !== 0);
}

/** Everything that one assessment counts as. Names are short, because one row has hundreds of them. */
function countsOf(counted: CountedQuality): Counts {
  const { version, band, rules, factors, label } = counted;
  const v = String(version);
  const one = (names: CounterName[]): Counts => names.map((name) => [name, 1]);
  return [
    ...one(ofSet(['v', v], counted)),
    ...(band === null ? [] : one(ofSet(['b', v, band], counted))),
    ...one(rules.flatMap((key) => ofRule(['r', v, key], counted))),
    ...factors.flatMap(
      ([key, points]): Counts => [
        [['f', v, key, 'all'], 1],
        ...(label === null
          ? []
          : ([
              [['f', v, key, label], 1],
              [['f', v, key, 'points', label], points],
            ] as const)),
      ],
    ),
  ];
}

/** Of a version or a band. */
function ofSet(of: CounterName, { group, label, isSampled, isOverridden, decidedIn }: CountedQuality): CounterName[] {
  return [
    [...of, 'all', group],
    ...(label ? [[...of, 'label', group, label] as const] : []),
    ...(label && isSampled ? [[...of, 'sampled', group, label] as const] : []),
    ...(isOverridden ? [[...of, 'overridden'] as const] : []),
    ...(decidedIn === null ? [] : [[...of, 'decided', String(decidedIn)] as const]),
  ];
}

const ofRule = (of: CounterName, { label, isSampled }: CountedQuality): CounterName[] => [
  [...of, 'all'],
  ...(label ? [[...of, 'label', label] as const] : []),
  ...(label && isSampled ? [[...of, 'sampled', label] as const] : []),
];
