import { DECISIONS } from '@assay/policy-engine';
import * as z from 'zod';
import { Timestamp } from '#shared/platform/http/shapes.ts';
import { AssessmentState, AssessmentSummaryRecord, STALE_REASONS } from './assessment.ts';
import { MonitoringRecord } from './monitoring.ts';
import { SubjectRecord } from './subject.ts';
import { WorkDecision } from './work.ts';
import { WorkRequestRecord } from './work-request.ts';
import { AssignmentParts, OpenActionSummary } from './worklist.ts';

const { data: SummaryData } = AssessmentSummaryRecord.shape;

/** The latest assessment of a policy key, in short. */
const LatestAssessmentSummary = SummaryData.pick({
  policyVersionId: true,
  version: true,
  trigger: true,
  outcome: true,
  score: true,
  band: true,
  decision: true,
  evaluatedAt: true,
  sequence: true,
  previousAssessmentId: true,
}).extend({ id: z.uuid() });

const RunLine = z.object({
  id: z.uuid(),
  status: z.enum(['match', 'possible_match', 'clear', 'incomplete', 'error']),
  incomplete: z.boolean(),
  topScore: z.int().nullable(),
  matches: z.int().describe('Number of matches.'),
  pending: z.int().describe('Number of matches without a decision.'),
  createdAt: Timestamp,
});

/** Why an override that was not revoked does not count. */
const LapseReason = z.enum(['expired', ...STALE_REASONS]);

const LapsedOverride = z
  .object({
    id: z.uuid(),
    decision: z.enum(DECISIONS),
    createdBy: z.string(),
    expiresAt: Timestamp,
    reasons: z.array(LapseReason).describe('`newer_assessment`: it belongs to the assessment before.'),
  })
  .describe('The last override of the policy, if it was not revoked and no longer counts.');
export type LapsedOverride = z.infer<typeof LapsedOverride>;

/** What is known of a subject now, for one screen. */
export const SubjectOverview = z
  .object({
    subject: SubjectRecord,
    policies: z
      .array(
        z.object({
          policyKey: z.string(),
          assessment: LatestAssessmentSummary,
          state: AssessmentState,
          bands: z
            .array(z.object({ id: z.string(), from: z.number() }))
            .describe('Bands of the policy version of the assessment, with the score at which each begins.'),
          lapsedOverride: LapsedOverride.optional(),
        }),
      )
      .describe('The latest assessment of each policy key, latest first: at most 50.'),
    decision: WorkDecision.nullable().describe(
      'Worst decision of the assessments that requested open actions; null without open actions.',
    ),
    effectiveDecision: WorkDecision.nullable()
      .optional()
      .describe('The same after overrides, as in the worklist; null without open actions.'),
    since: Timestamp.nullable().describe('Creation time of the oldest open action.'),
    dueAt: Timestamp.nullable().describe('Earliest deadline of the open actions.'),
    late: z.boolean().describe('Whether `dueAt` has passed.'),
    ...AssignmentParts,
    actions: z.array(OpenActionSummary).describe('Open actions, worst decision first: at most 20.'),
    moreActions: z.int().describe('Number of further open actions.'),
    requests: z
      .array(WorkRequestRecord)
      .optional()
      .describe(
        'Requests that are not closed, newest first: all open ones, and those answered among the newest 100. Absent if there are none.',
      ),
    monitoring: z.array(MonitoringRecord),
    latestRun: RunLine.nullable().describe('Latest screening run of the subject.'),
    viewers: z
      .array(
        z.object({
          userId: z.string(),
          name: z.string().nullable(),
          until: Timestamp,
        }),
      )
      .describe('Other users who have opened the subject within the last minute.'),
  })
  .meta({ id: 'SubjectOverview' });
export type SubjectOverview = z.infer<typeof SubjectOverview>;

export const Assignment = z
  .strictObject({
    assignee: z.guid('must be a UUID').toLowerCase().nullable().describe('User id, or null for none.'),
    expectedRevision: z.int().min(0).describe('Revision of the assignment; 0 if the subject was never assigned.'),
  })
  .meta({
    id: 'Assignment',
    examples: [{ assignee: '3d0c9b8e-5a41-4c6f-9f0e-2b7d1a6c8e55', expectedRevision: 0 }],
  });

export const AssignedSubject = z.object({ subjectId: z.uuid(), ...AssignmentParts }).meta({ id: 'AssignedSubject' });
