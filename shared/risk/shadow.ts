import { ifThenElse } from '@assay/foundation';
import { EvaluatedDecision, type PolicyEvaluation, type ScenarioRun } from '@assay/policy-engine';
import * as z from 'zod';
import { Offset } from '#shared/platform/http/offset.ts';
import { Instant, pageOf, Timestamp } from '#shared/platform/http/shapes.ts';
import { RECORD_OFFSETS } from '#shared/platform/offsets.ts';
import { OutcomeAfter, outcomeAfter } from './backtest-counts.ts';
import type { CountedName, Counts } from './policy-counts.ts';

/** A version that is evaluated beside each assessment with the version in force of its key. It decides nothing. */
export const ShadowChange = z
  .strictObject({
    enabled: z.boolean(),
    untilAt: Instant.optional().describe('When the shadow ends. Without it, it ends when it is disabled.'),
  })
  .refine(({ enabled, untilAt }) => enabled || untilAt === undefined, {
    message: 'is not allowed when `enabled` is false',
    path: ['untilAt'],
  })
  .meta({
    ...ifThenElse({ properties: { enabled: { const: false } } }, { properties: { untilAt: false } }),
    id: 'ShadowChange',
    examples: [{ enabled: true, untilAt: '2026-04-14T00:00:00.000Z' }],
  });

export const ShadowState = z
  .object({
    policyVersionId: z.uuid(),
    policyKey: z.string(),
    enabled: z.boolean().describe('Whether assessments with the version in force evaluate this version too.'),
    since: Timestamp.nullable().describe('When the version was first enabled as a shadow. Null if it never was.'),
    until: Timestamp.nullable().describe('When the shadow ends or ended. Null if it has no end.'),
  })
  .meta({
    id: 'ShadowState',
    examples: [
      {
        policyVersionId: '019ced2c-4000-7000-8000-5d3c2b1a0f01',
        policyKey: 'onboarding',
        enabled: true,
        since: '2026-03-14T09:26:53.589Z',
        until: '2026-04-14T00:00:00.000Z',
      },
    ],
  });
export type ShadowState = z.infer<typeof ShadowState>;

const DecidedBefore = EvaluatedDecision;
const DecidedAfter = z.enum([...OutcomeAfter.shape.decision.options, 'failed']);

const Before = OutcomeAfter.extend({
  decision: DecidedBefore.describe('Of the assessment, without overrides.'),
});
const After = OutcomeAfter.extend({
  decision: DecidedAfter.describe(
    'Of the shadow, or why it has none: it does not cover the subject, or its evaluation failed.',
  ),
});

export const DivergentAssessment = z
  .object({ assessmentId: z.uuid(), subjectId: z.uuid(), before: Before, after: After })
  .meta({
    examples: [
      {
        assessmentId: '019ced2c-5000-7000-8000-5d3c2b1a0f00',
        subjectId: '019ced2c-0e65-7a4c-9b1d-6f1c2b9a4e00',
        before: { decision: 'review', band: 'high', score: 40 },
        after: { decision: 'reject', band: 'high', score: 40 },
      },
    ],
  });
export type DivergentAssessment = z.infer<typeof DivergentAssessment>;

export const DivergentPage = pageOf(DivergentAssessment);
type DivergentPage = z.infer<typeof DivergentPage>;

export const DivergentQuery = z.strictObject({
  offset: Offset,
  before: DecidedBefore.optional().describe('Assessments with this decision.'),
  after: DecidedAfter.optional().describe('Assessments for which the shadow has this one.'),
});

const cases = z.int().describe('Number of assessments.');

export const Shadow = z
  .object({
    ...ShadowState.shape,
    cases: z.int().describe('Assessments that the version was evaluated for, in all times it was enabled.'),
    agreement: z.number().nullable().describe('Share of the cases with equal decisions, 0 to 1. Null without cases.'),
    matrix: z.array(z.object({ before: DecidedBefore, after: DecidedAfter, cases })).describe('Most first.'),
    incomplete: z.int().describe('Cases where evidence that the shadow needs was missing.'),
    divergentCases: z.int().describe('Cases with another decision or another band.'),
    divergent: DivergentPage.describe(
      'The newest divergent assessments; `GET /risk/policies/{id}/shadow/divergent` has all.',
    ),
  })
  .meta({
    id: 'Shadow',
    examples: [
      {
        policyVersionId: '019ced2c-4000-7000-8000-5d3c2b1a0f01',
        policyKey: 'onboarding',
        enabled: true,
        since: '2026-03-14T09:26:53.589Z',
        until: null,
        cases: 4,
        agreement: 0.75,
        matrix: [
          { before: 'none', after: 'none', cases: 3 },
          { before: 'review', after: 'reject', cases: 1 },
        ],
        incomplete: 0,
        divergentCases: 1,
        divergent: {
          items: [
            {
              assessmentId: '019ced2c-5000-7000-8000-5d3c2b1a0f00',
              subjectId: '019ced2c-0e65-7a4c-9b1d-6f1c2b9a4e00',
              before: { decision: 'review', band: 'high', score: 40 },
              after: { decision: 'reject', band: 'high', score: 40 },
            },
          ],
          nextOffset: null,
        },
      },
    ],
  });
export type Shadow = z.infer<typeof Shadow>;

/** What a shadow version made of the evidence of one assessment. */
export const ShadowResult = z.object({
  policyVersionId: z.string(),
  after: After,
  outcome: z.enum(['complete', 'incomplete']).nullable(),
});
export type ShadowResult = z.infer<typeof ShadowResult>;

export const failedShadow = (policyVersionId: string): ShadowResult => ({
  policyVersionId,
  after: { decision: 'failed', band: null, score: null },
  outcome: null,
});

export const shadowResult = (policyVersionId: string, run: ScenarioRun): ShadowResult => ({
  policyVersionId,
  after: outcomeAfter(run),
  outcome: run.evaluation?.outcome ?? null,
});

/** With the decision of the assessment, as both are stored beside it. */
export const ComparedShadow = ShadowResult.extend({ before: Before });
export type ComparedShadow = z.infer<typeof ComparedShadow>;

export const compared = (
  result: ShadowResult,
  { decision, band, score }: Pick<PolicyEvaluation, 'decision' | 'band' | 'score'>,
): ComparedShadow => ({ ...result, before: { decision, band, score } });

export const isDivergent = ({ before, after }: Pick<ComparedShadow, 'before' | 'after'>) =>
  before.decision !== after.decision || before.band !== after.band;

export const countsOfShadow = (shadow: ComparedShadow): Counts => [
  [['matrix', shadow.before.decision, shadow.after.decision], 1],
  ...(shadow.outcome === 'incomplete' ? [[['incomplete'], 1] as const] : []),
  ...(isDivergent(shadow) ? [[['divergent'], 1] as const] : []),
];

export function presentShadow(
  state: ShadowState,
  counted: readonly CountedName[],
  { items, nextOffset }: DivergentPage,
): Shadow {
  const countOf = (kind: string) => counted.find(({ name }) => name[0] === kind)?.count ?? 0;
  const matrix = counted
    .flatMap(({ name: [kind, before, after], count }) =>
      kind === 'matrix'
        ? [{ before: DecidedBefore.parse(before), after: DecidedAfter.parse(after), cases: count }]
        : [],
    )
    .toSorted((one, other) => other.cases - one.cases);
  const total = sumOf(matrix);
  const equal = sumOf(matrix.filter(({ before, after }) => before === after));
  return {
    ...state,
    cases: total,
    agreement: total === 0 ? null : equal / total,
    matrix,
    incomplete: countOf('incomplete'),
    divergentCases: countOf('divergent'),
    divergent: { items, nextOffset: nextOffset === null ? null : RECORD_OFFSETS.encode(nextOffset) },
  };
}

const sumOf = (counted: readonly { cases: number }[]) => counted.reduce((sum, one) => sum + one.cases, 0);
