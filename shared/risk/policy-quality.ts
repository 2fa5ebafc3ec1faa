import * as z from 'zod';
import { quantileOf } from '#shared/platform/histogram.ts';
import { LEAST_CASES, OVERVIEW_DAYS, QUALITY_FACTORS, QUALITY_RULES } from './limits.ts';
import { type CountedName, summed } from './policy-counts.ts';
import type { Group } from './quality-counts.ts';
import { type Cases, Estimate, estimateOf, recallOf } from './quality-estimates.ts';
import { DURATION } from './work-counts.ts';
import type { OverviewDays } from './worklist-overview.ts';

/** How well a policy decides, by what turned out to be true of the subjects that it assessed. */
const Day = z.iso.date();

export const QualityQuery = z.strictObject({
  since: Day.optional().describe('First day (UTC). Without it, 30 days up to `until`.'),
  until: Day.optional().describe(`Last day (UTC), today without it. At most ${OVERVIEW_DAYS} days with \`since\`.`),
});

const count = (what: string) => z.int().describe(what);

const set = {
  assessed: count('Assessments of the days.'),
  flagged: count('Those with a decision other than `none`. Without those that await evidence.'),
  awaiting: count('Those that await evidence: they have decided nothing, and count neither as flagged nor as passed.'),
  positives: count('Assessments that outcomes label positive.'),
  negatives: count('Assessments that outcomes label negative.'),
  labelled: Estimate.describe('Share of the assessments that outcomes label.'),
  precision: Estimate.describe('Share of positives among those that were flagged and labelled.'),
  recall: Estimate.describe(
    'Estimated share of all positives that were flagged. Positives that were not flagged are extrapolated from outcomes with ' +
      '`sampled`, flagged ones from those that were labelled. The interval combines both Wilson intervals.',
  ),
  overridden: Estimate.describe('Share of the assessments that a person has overridden.'),
  timeToDecision: z
    .object({ count: z.int(), p50Seconds: z.int().nullable(), p90Seconds: z.int().nullable() })
    .describe(
      'From an assessment until the last of the actions that it requested ended. Estimates from a histogram; null for fewer than ' +
        `${LEAST_CASES} assessments.`,
    ),
};

const MeanPoints = z.object({
  count: z.int(),
  meanPoints: z.number().nullable().describe(`Null for fewer than ${LEAST_CASES}.`),
});

const Version = z.object({
  version: z.int(),
  ...set,
  bands: z.array(z.object({ key: z.string(), ...set })),
  rules: z
    .array(
      z.object({
        key: z.string(),
        matched: count('Assessments in which the rule matched.'),
        positives: set.positives,
        negatives: set.negatives,
        labelled: Estimate.describe('Share of the matched ones that outcomes label.'),
        precision: Estimate.describe('Share of positives among the matched ones that are labelled.'),
        recall: Estimate.describe('Estimated share of all positives in which the rule matched.'),
      }),
    )
    .describe(`Rules that matched, of the first ${QUALITY_RULES} of the version.`),
  factors: z
    .array(
      z.object({
        key: z.string(),
        assessed: count('Assessments in which the factor has points.'),
        positives: MeanPoints,
        negatives: MeanPoints,
      }),
    )
    .describe(`Of the first ${QUALITY_FACTORS} factors of the version. Points without weight, to three decimals.`),
});

const EXAMPLE_NONE = { share: null, low: null, high: null, count: 3, of: 4, absentBecause: 'too_few' as const };
const EXAMPLE_SET = {
  assessed: 120,
  flagged: 40,
  awaiting: 0,
  positives: 9,
  negatives: 21,
  labelled: { share: 0.25, low: 0.1811, high: 0.3344, count: 30, of: 120, absentBecause: null },
  precision: { share: 0.3, low: 0.1667, high: 0.4788, count: 9, of: 30, absentBecause: null },
  recall: { share: null, low: null, high: null, count: 0, of: 0, absentBecause: 'not_sampled' as const },
  overridden: { share: 0.05, low: 0.0231, high: 0.1048, count: 6, of: 120, absentBecause: null },
  timeToDecision: { count: 38, p50Seconds: 5_400, p90Seconds: 64_800 },
};

export const PolicyQuality = z
  .object({
    policyKey: z.string(),
    since: Day,
    until: Day,
    leastCases: count('A share of fewer cases, or a mean of fewer points, is not shown.'),
    versions: z.array(Version).describe('Versions with assessments of the days, newest first.'),
  })
  .meta({
    id: 'PolicyQuality',
    examples: [
      {
        policyKey: 'onboarding',
        since: '2026-03-01',
        until: '2026-03-31',
        leastCases: 20,
        versions: [
          {
            version: 3,
            ...EXAMPLE_SET,
            bands: [{ key: 'high', ...EXAMPLE_SET }],
            rules: [
              {
                key: 'sanctioned',
                matched: 4,
                positives: 3,
                negatives: 0,
                labelled: EXAMPLE_NONE,
                precision: { ...EXAMPLE_NONE, of: 3 },
                recall: EXAMPLE_SET.recall,
              },
            ],
            factors: [
              {
                key: 'email_age',
                assessed: 120,
                positives: { count: 9, meanPoints: null },
                negatives: { count: 21, meanPoints: 4.5 },
              },
            ],
          },
        ],
      },
    ],
  });
export type PolicyQuality = z.infer<typeof PolicyQuality>;

/** Counters below a name: `within(['v', '3'])` has those of version 3 without these two parts. */
class Counters {
  readonly #counted: readonly CountedName[];

  constructor(counted: readonly CountedName[]) {
    this.#counted = counted;
  }

  within(...prefix: string[]): Counters {
    return new Counters(
      this.#counted.flatMap(({ name, count }) =>
        prefix.every((part, index) => name[index] === part) ? [{ name: name.slice(prefix.length), count }] : [],
      ),
    );
  }

  /** The different first parts of the names. */
  get keys(): string[] {
    return [...new Set(this.#counted.map(({ name }) => name[0] ?? ''))];
  }

  of(...name: string[]): number {
    const found = this.#counted.find(
      (one) => one.name.length === name.length && name.every((part, index) => one.name[index] === part),
    );
    return found?.count ?? 0;
  }
}

export function presentQuality(
  policyKey: string,
  { from, to }: OverviewDays,
  counted: readonly CountedName[],
): PolicyQuality {
  const all = new Counters(summed(counted));
  const versions = all.within('v').keys.toSorted((one, other) => Number(other) - Number(one));
  return {
    policyKey,
    since: from,
    until: to,
    leastCases: LEAST_CASES,
    versions: versions.map((version) => versionOf(version, all)),
  };
}

function versionOf(version: string, all: Counters): PolicyQuality['versions'][number] {
  const own = all.within('v', version);
  const bands = all.within('b', version);
  const rules = all.within('r', version);
  const factors = all.within('f', version);
  const whole = wholeOf(own);
  return {
    version: Number(version),
    ...setOf(own),
    bands: bands.keys.toSorted().map((key) => ({ key, ...setOf(bands.within(key)) })),
    rules: rules.keys.toSorted().map((key) => ({ key, ...ruleOf(rules.within(key), whole) })),
    factors: factors.keys.toSorted().map((key) => ({ key, ...factorOf(factors.within(key)) })),
  };
}

const casesOf = (counters: Counters): Cases => ({
  positives: counters.of('positive'),
  negatives: counters.of('negative'),
});

const GROUPS: readonly Group[] = ['flagged', 'passed', 'awaiting'];

const sumOf = (cases: readonly Cases[]): Cases => ({
  positives: cases.reduce((sum, { positives }) => sum + positives, 0),
  negatives: cases.reduce((sum, { negatives }) => sum + negatives, 0),
});

interface Whole {
  assessed: number;
  sampled: Cases;
}

const wholeOf = (counters: Counters): Whole => ({
  assessed: GROUPS.reduce((sum, group) => sum + counters.of('all', group), 0),
  sampled: sumOf(GROUPS.map((group) => casesOf(counters.within('sampled', group)))),
});

function setOf(counters: Counters) {
  const [flagged, passed, awaiting] = GROUPS.map((group) => counters.of('all', group)) as [number, number, number];
  const { assessed } = wholeOf(counters);
  const labels = sumOf(GROUPS.map((group) => casesOf(counters.within('label', group))));
  const ofFlagged = casesOf(counters.within('label', 'flagged'));
  const times = Array.from({ length: DURATION.bounds.length + 1 }, (_, bucket) =>
    counters.of('decided', String(bucket)),
  );
  const decided = times.reduce((sum, one) => sum + one, 0);
  const quantile = (share: number) => (decided < LEAST_CASES ? null : quantileOf(times, share, DURATION));
  return {
    assessed,
    flagged,
    awaiting,
    ...labels,
    labelled: estimateOf(labels.positives + labels.negatives, assessed),
    precision: estimateOf(ofFlagged.positives, ofFlagged.positives + ofFlagged.negatives),
    recall: recallOf(
      { assessed: flagged, cases: ofFlagged },
      { assessed: passed, cases: casesOf(counters.within('sampled', 'passed')) },
    ),
    overridden: estimateOf(counters.of('overridden'), assessed),
    timeToDecision: { count: decided, p50Seconds: quantile(0.5), p90Seconds: quantile(0.9) },
  };
}

function ruleOf(counters: Counters, whole: Whole) {
  const matched = counters.of('all');
  const cases = casesOf(counters.within('label'));
  const sampled = casesOf(counters.within('sampled'));
  const labelled = cases.positives + cases.negatives;
  return {
    matched,
    ...cases,
    labelled: estimateOf(labelled, matched),
    precision: estimateOf(cases.positives, labelled),
    recall: recallOf(
      { assessed: matched, cases },
      {
        assessed: whole.assessed - matched,
        cases: {
          positives: whole.sampled.positives - sampled.positives,
          negatives: whole.sampled.negatives - sampled.negatives,
        },
      },
    ),
  };
}

function factorOf(counters: Counters) {
  const mean = (label: 'positive' | 'negative') => {
    const cases = counters.of(label);
    return {
      count: cases,
      meanPoints: cases < LEAST_CASES ? null : Math.round(counters.of('points', label) / cases) / 1_000,
    };
  };
  return { assessed: counters.of('all'), positives: mean('positive'), negatives: mean('negative') };
}
