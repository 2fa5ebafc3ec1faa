import * as z from 'zod';
import { CLASS_GROUPS, CLASS_KEYS, EXPECTATIONS, type Expectation, VARIANT_CLASSES } from './classes.ts';
import { atScore, CLASS_STATUSES, recallAt } from './recall.ts';
import { HIGHEST_REVIEW_SCORE, LOWEST_REVIEW_SCORE, REVIEW_SCORES, reachedAt, sumOfCounts } from './review-scores.ts';
import { KNOWN, type Known, LineSample, type Tally } from './tally.ts';

/** `passed`: all is as expected. `limited`: less is found of what should be found. `failed`: of what must be found. */
const OUTCOMES = ['passed', 'limited', 'failed'] as const;

const Share = z.number().min(0).max(1);
const SCORE_RANGE = `\`reviewScore\` ${LOWEST_REVIEW_SCORE} to ${HIGHEST_REVIEW_SCORE}`;
const Curve = z.array(z.number()).length(REVIEW_SCORES.length);

export const ClassResult = z.object({
  class: z.enum(CLASS_KEYS),
  group: z.enum(CLASS_GROUPS),
  known: z
    .enum(KNOWN)
    .describe('`bare`: by name alone. `known`: with the date of birth and the nationality that the list states.'),
  expected: z.enum(EXPECTATIONS).describe('Must be found (95 %), should be found (80 %), or is not expected to be.'),
  status: z
    .enum(CLASS_STATUSES)
    .describe(
      '`short`: even the upper end of the interval is below what is expected. `untested`: no case was possible.',
    ),
  cases: z.int(),
  found: z.int().describe('Cases whose entry reaches the review score of the profile.'),
  recall: Share.nullable().describe('`found` of `cases`; null without cases.'),
  low: Share.describe('Lower end of the 95 % Wilson interval.'),
  high: Share,
  foundAt: Curve.describe(`Cases that are found at each ${SCORE_RANGE}.`),
});
export type ClassResult = z.infer<typeof ClassResult>;

const AlertResult = z.object({
  known: z.enum(KNOWN),
  alertsPerThousand: z.number().describe('Alerts per 1,000 customers at the review score of the profile.'),
  flaggedPerThousand: z.number().describe('Customers with an alert, of 1,000.'),
  alertsPerThousandAt: Curve.describe(`At each ${SCORE_RANGE}.`),
  flaggedPerThousandAt: Curve,
});

export const AssuranceResult = z.object({
  outcome: z.enum(OUTCOMES),
  classes: z.array(ClassResult),
  customers: z.int().describe('Customers on no list that were screened.'),
  alerts: z.array(AlertResult),
  line: z.object({ above: z.array(LineSample), below: z.array(LineSample) }),
});
export type AssuranceResult = z.infer<typeof AssuranceResult>;

function classResult(
  { key, group, expected }: (typeof VARIANT_CLASSES)[number],
  known: Known,
  { counts, reviewScore }: { counts: readonly number[]; reviewScore: number },
): ClassResult {
  const cases = sumOfCounts(counts);
  const foundAt = reachedAt(counts);
  const { status, ...recall } = recallAt({ expected: expected[known], cases, foundAt }, reviewScore);
  return { class: key, group, known, expected: expected[known], status, cases, ...recall, foundAt };
}

const perThousand = (count: number, customers: number) =>
  customers === 0 ? 0 : Number(((1_000 * count) / customers).toFixed(3));

/** The result of a finished test at the review score of its profile. */
export function resultOf(tally: Tally, reviewScore: number): AssuranceResult {
  const { customers, above, below } = tally;
  const classes = VARIANT_CLASSES.flatMap((of) =>
    KNOWN.map((known) => classResult(of, known, { counts: tally.classes[of.key]?.[known] ?? [], reviewScore })),
  );
  const alerts = KNOWN.map((known) => {
    const rates = (counts: readonly number[]) => reachedAt(counts).map((count) => perThousand(count, customers));
    const [alertsAt, flaggedAt] = [rates(tally.alerts[known]), rates(tally.flagged[known])];
    return {
      known,
      alertsPerThousand: atScore(alertsAt, reviewScore),
      flaggedPerThousand: atScore(flaggedAt, reviewScore),
      alertsPerThousandAt: alertsAt,
      flaggedPerThousandAt: flaggedAt,
    };
  });
  const isShort = (expected: Expectation) => classes.some((one) => one.expected === expected && one.status === 'short');
  return {
    outcome: isShort('must') ? 'failed' : isShort('should') ? 'limited' : 'passed',
    classes,
    customers,
    alerts,
    line: { above: above.map(({ sample }) => sample), below: below.map(({ sample }) => sample) },
  };
}

export const ClassDifference = z.object({
  class: z.enum(CLASS_KEYS),
  known: z.enum(KNOWN),
  before: Share,
  now: Share,
  isBeyondChance: z.boolean().describe('The 95 % intervals of the two do not overlap.'),
});
export type ClassDifference = z.infer<typeof ClassDifference>;

/** The classes whose recall differs from that of an earlier test. */
export function differencesOf(now: readonly ClassResult[], before: readonly ClassResult[]): ClassDifference[] {
  return now.flatMap((one) => {
    const other = before.find((each) => each.class === one.class && each.known === one.known);
    if (!other || other.recall === null || one.recall === null || other.recall === one.recall) return [];
    const isBeyondChance = one.low > other.high || one.high < other.low;
    return [{ class: one.class, known: one.known, before: other.recall, now: one.recall, isBeyondChance }];
  });
}
