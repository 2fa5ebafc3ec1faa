import { ifThenElse } from '@assay/foundation';
import {
  DECISIONS,
  DefinitionKey,
  EvidenceStatus,
  FactValue,
  PolicyEvaluation,
  RepeatActions,
  ReplayDifference,
} from '@assay/policy-engine';
import * as z from 'zod';
import { distinct } from '#shared/platform/http/list-rules.ts';
import { RecordId } from '#shared/platform/http/route.ts';
import { notBlank, recordOf, Timestamp, text } from '#shared/platform/http/shapes.ts';
import { EVENTS_PER_ASSESSMENT, REPLAY_DIFFERENCES, TRIGGER_CHARACTERS } from './limits.ts';
import { Policy } from './policy.ts';
import { PolicyNotices } from './policy-notice.ts';

/**
 * Stored evaluation of a policy version for a subject at one moment, with everything that is needed
 * to reproduce it.
 */
export const NewAssessment = z
  .strictObject({
    policyVersionId: RecordId.optional(),
    policyKey: DefinitionKey.optional().describe(
      'Instead of `policyVersionId`: the published version of this key with the highest number.',
    ),
    trigger: notBlank(text(TRIGGER_CHARACTERS)).describe('Cause of the assessment, in your own words.'),
    eventIds: distinct(z.array(RecordId).max(EVENTS_PER_ASSESSMENT))
      .default([])
      .describe('Events of this subject that caused the assessment.'),
    repeatActions: RepeatActions.optional().describe(
      '`unless_open`: an action of the same policy key and name that is still open is not requested a second time; ' +
        '`actionIds` then names the open one. Without it, and with `always`, the policy version decides.',
    ),
  })
  .refine(({ policyVersionId, policyKey }) => !policyVersionId !== !policyKey, {
    message: 'Provide either `policyVersionId` or `policyKey`.',
    path: ['policyVersionId'],
  })
  .meta({
    ...ifThenElse({ required: ['policyVersionId'] }, { properties: { policyKey: false } }, { required: ['policyKey'] }),
    id: 'NewAssessment',
    examples: [{ policyVersionId: '019ced2c-4000-7000-8000-5d3c2b1a0f00', trigger: 'onboarding' }],
  });

export const SelectedReceipt = z.object({
  id: z.uuid(),
  fact: z.string(),
  source: z.string(),
  status: EvidenceStatus,
  value: FactValue.nullable(),
  observedAt: Timestamp,
  expiresAt: Timestamp.nullable(),
});
export type SelectedReceipt = z.infer<typeof SelectedReceipt>;

export const Assessment = z.object({
  subjectId: z.uuid(),
  policyVersionId: z.uuid(),
  policyKey: z.string(),
  policy: Policy.describe('The policy version as it was evaluated.'),
  trigger: z.string(),
  eventIds: z.array(z.uuid()),
  evaluatedAt: Timestamp,
  sequence: z.int().describe('Number of the assessment for this subject and policy key, starting at 1.'),
  evidenceRevision: z.int(),
  previousAssessmentId: z.uuid().nullable(),
  evidence: z.array(SelectedReceipt).describe('The receipts that were considered.'),
  ...PolicyEvaluation.shape,
  actionIds: z
    .array(z.uuid())
    .describe(
      'In the order of `actions`. An action that was open already has the id that an earlier assessment gave it.',
    ),
});
export type Assessment = z.infer<typeof Assessment>;

export const AssessmentRecord = recordOf('assessments', Assessment).meta({ id: 'Assessment' });
export type AssessmentRecord = z.infer<typeof AssessmentRecord>;

/** An assessment without its policy, evidence and inputs. */
export const AssessmentSummaryRecord = recordOf(
  'assessments',
  Assessment.omit({ policy: true, evidence: true, inputs: true }).extend({
    version: z.int().describe('Version number of the policy.'),
  }),
).meta({ id: 'AssessmentSummary' });
type AssessmentSummaryRecord = z.infer<typeof AssessmentSummaryRecord>;

export function summarized({ id, resource, data }: AssessmentRecord): AssessmentSummaryRecord {
  const { policy, evidence, inputs, ...rest } = data;
  return { id, resource, data: { ...rest, version: policy.version } };
}

/** Whether an assessment is what its policy, evidence and time give today. */
export const Replay = z
  .object({
    assessmentId: z.uuid(),
    evaluatorVersion: z.string().describe('The evaluator that made the assessment, and evaluated it again.'),
    identical: z.boolean().describe('Whether policy, evidence and result are the same, member by member.'),
    digest: z
      .string()
      .describe(
        'SHA-256 of `definition`, `evidence`, `evaluatedAt` and `result` of the assessment as canonical JSON. As long as the ' +
          'assessment is unchanged, every replay has the same digest.',
      ),
    differences: z
      .array(ReplayDifference)
      .max(REPLAY_DIFFERENCES)
      .optional()
      .describe(
        `Present if it is not identical; the first ${REPLAY_DIFFERENCES}. \`policy.definition\` has the digests of the definition in ` +
          'the assessment and in the policy version; `evidence.<index>` compares a receipt with the stored one.',
      ),
  })
  .meta({
    id: 'AssessmentReplay',
    examples: [
      {
        assessmentId: '019ced2c-5000-7000-8000-5d3c2b1a0f00',
        evaluatorVersion: 'policy-evaluator-v2',
        identical: true,
        digest: '5f2b7a3c9d1e4f60718293a4b5c6d7e8f90a1b2c3d4e5f60718293a4b5c6d7e8',
      },
    ],
  });
export type Replay = z.infer<typeof Replay>;

export const STALE_REASONS = [
  'newer_evidence',
  'newer_assessment',
  'evidence_no_longer_fresh',
  'review_due',
  'retired_source',
] as const;

export type AssessmentState = z.infer<typeof AssessmentState>;

export const AssessmentState = z
  .object({
    assessmentId: z.uuid(),
    current: z.boolean(),
    effectiveDecision: z.enum([...DECISIONS, 'awaiting_evidence', 'reassessment_required']),
    reasons: z.array(z.enum(STALE_REASONS)).describe('Why the assessment is not current.'),
    override: z
      .object({ id: z.uuid(), decision: z.enum(DECISIONS), expiresAt: Timestamp })
      .nullable()
      .describe('The override that applies, if any.'),
    freshUntil: Timestamp.nullable(),
    reviewDueAt: Timestamp,
    notices: PolicyNotices,
  })
  .meta({
    id: 'AssessmentState',
    examples: [
      {
        assessmentId: '019ced2c-5000-7000-8000-5d3c2b1a0f00',
        current: true,
        effectiveDecision: 'none',
        reasons: [],
        override: null,
        freshUntil: '2026-03-15T09:00:00.001Z',
        reviewDueAt: '2026-04-13T09:26:53.589Z',
      },
    ],
  });
