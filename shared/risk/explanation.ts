import { AUDIENCES, EvaluatedDecision, EvaluationChange, Statement } from '@assay/policy-engine';
import * as z from 'zod';
import { RecordId } from '#shared/platform/http/route.ts';
import { Timestamp } from '#shared/platform/http/shapes.ts';

/** An assessment in full sentences, and what is different between two. */
export const ExplanationQuery = z.strictObject({
  audience: z
    .enum(AUDIENCES)
    .default('auditor')
    .describe(
      '`auditor`: every step with its values and points. `customer`: the labels that the policy discloses, and nothing else.',
    ),
});

export const Explanation = z
  .object({
    assessmentId: z.uuid(),
    subjectId: z.uuid(),
    evaluatedAt: Timestamp,
    audience: z.enum(AUDIENCES),
    result: z
      .object({
        policyKey: z.string(),
        version: z.int(),
        evaluatorVersion: z.string(),
        outcome: z.enum(['complete', 'incomplete']),
        score: z.number().nullable(),
        band: z.string().nullable(),
        bandIs: z
          .enum(['exact', 'minimum'])
          .nullable()
          .describe('`minimum`: without the evidence that is missing, this is the lowest band. Null without a band.'),
        decision: EvaluatedDecision.describe('Of the policy, without overrides.'),
      })
      .optional()
      .describe('Not for customers.'),
    statements: z.array(Statement),
  })
  .meta({
    id: 'AssessmentExplanation',
    examples: [
      {
        assessmentId: '019ced2c-5000-7000-8000-5d3c2b1a0f00',
        subjectId: '019ced2c-0e65-7a4c-9b1d-6f1c2b9a4e00',
        evaluatedAt: '2026-03-14T09:26:53.589Z',
        audience: 'customer',
        statements: [
          { part: 'points', code: 'case_applies', key: null, text: 'Most of the income is received in cash.' },
        ],
      },
    ],
  });
export type Explanation = z.infer<typeof Explanation>;

export const ComparisonQuery = z.strictObject({
  with: RecordId.optional().describe(
    'Another assessment of the same subject and policy. Without it, the one before, which `previousAssessmentId` names.',
  ),
});

const Compared = z.object({
  assessmentId: z.uuid(),
  evaluatedAt: Timestamp,
  policyVersionId: z.uuid(),
  version: z.int(),
});

export const Comparison = z
  .object({
    before: Compared.describe('The earlier of the two.'),
    after: Compared,
    changes: z.array(EvaluationChange),
  })
  .meta({
    id: 'AssessmentComparison',
    examples: [
      {
        before: {
          assessmentId: '019ced2c-5000-7000-8000-5d3c2b1a0f00',
          evaluatedAt: '2026-03-14T09:26:53.589Z',
          policyVersionId: '019ced2c-4000-7000-8000-5d3c2b1a0f00',
          version: 1,
        },
        after: {
          assessmentId: '019ced2c-5000-7000-8000-5d3c2b1a0f01',
          evaluatedAt: '2026-03-15T09:26:53.589Z',
          policyVersionId: '019ced2c-4000-7000-8000-5d3c2b1a0f00',
          version: 1,
        },
        changes: [
          {
            part: 'decision',
            key: null,
            before: 'none',
            after: 'review',
            text: 'The decision is review, and was none.',
          },
        ],
      },
    ],
  });
export type Comparison = z.infer<typeof Comparison>;
