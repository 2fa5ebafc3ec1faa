import * as z from 'zod';
import { RecordId } from '#shared/platform/http/route.ts';
import { recordOf, Timestamp } from '#shared/platform/http/shapes.ts';
import { PolicyNotices } from './policy-notice.ts';
import { REVIEW_REASONS } from './review.ts';

/** Automatic reassessment of a subject by a policy version whenever something changes. */
export const NewMonitoring = z
  .strictObject({
    policyVersionId: RecordId.describe('Replaces the monitored version of the same policy key.'),
    enabled: z.boolean().describe('False pauses monitoring. Existing assessments are unaffected.'),
  })
  .meta({
    id: 'NewMonitoring',
    examples: [{ policyVersionId: '019ced2c-4000-7000-8000-5d3c2b1a0f00', enabled: true }],
  });

/** A policy that does not cover the subject creates no assessment. This is not a failure. */
const MonitoringError = z.enum(['applicability_unknown', 'applicability_not_matched', 'evaluation_failed'] as const);

export const Monitoring = z.object({
  subjectId: z.uuid(),
  policyKey: z.string(),
  policyVersionId: z.uuid(),
  enabled: z.boolean(),
  lastError: MonitoringError.nullable().describe('Why the last check created no assessment.'),
  lastEvaluatedAt: Timestamp.nullable(),
  pausedReason: z
    .literal('policy_retired')
    .optional()
    .describe('Present if the service paused monitoring: the policy version was retired. Configure another version.'),
  reviewDueAt: Timestamp.optional().describe('Date of the review. Present if the policy version has `review`.'),
  reviewReason: z.enum(REVIEW_REASONS).optional().describe('Whose `reviewAfterSeconds` gives the date.'),
  reviewActionIds: z
    .array(z.uuid())
    .optional()
    .describe('The actions of the review, from its date until they are completed.'),
  reviewOverdueAt: Timestamp.optional().describe('With `reviewActionIds`: when the review is overdue.'),
  nextCheckAt: Timestamp.nullable().describe('Time of the next check without new evidence; null while paused.'),
  createdAt: Timestamp,
  updatedAt: Timestamp.describe('Time of the last configuration.'),
});
export type Monitoring = z.infer<typeof Monitoring>;

/** As it is stored, with what only an answer says. */
export const MonitoringRecord = recordOf('monitoring', Monitoring.extend({ notices: PolicyNotices })).meta({
  id: 'Monitoring',
  examples: [
    {
      id: '019ced2c-7000-7000-8000-5d3c2b1a0f00',
      resource: 'monitoring',
      data: {
        subjectId: '019ced2c-0e65-7a4c-9b1d-6f1c2b9a4e00',
        policyKey: 'onboarding',
        policyVersionId: '019ced2c-4000-7000-8000-5d3c2b1a0f00',
        enabled: true,
        lastError: null,
        lastEvaluatedAt: '2026-03-14T09:26:53.589Z',
        nextCheckAt: '2026-03-15T09:00:00.001Z',
        createdAt: '2026-03-14T09:26:50.000Z',
        updatedAt: '2026-03-14T09:26:50.000Z',
      },
    },
  ],
});
export type MonitoringRecord = z.infer<typeof MonitoringRecord>;

export const MonitoringRecords = z.array(MonitoringRecord);
