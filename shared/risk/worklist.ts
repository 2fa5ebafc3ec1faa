import { DECISIONS, DefinitionKey } from '@assay/policy-engine';
import * as z from 'zod';
import { offsetOf } from '#shared/platform/http/offset.ts';
import { RecordId } from '#shared/platform/http/route.ts';
import { pageOf, Timestamp, text } from '#shared/platform/http/shapes.ts';
import { rankOffsets } from '#shared/platform/offsets.ts';
import { ActionStatus } from './action.ts';
import { OPEN_REQUESTS_SHOWN, SEARCH_CHARACTERS, WORK_ACTIONS_SHOWN } from './limits.ts';
import { SubjectKind } from './subject.ts';
import { WORK_DECISIONS, WorkDecision } from './work.ts';
import { WaitingRequest, WaitsFor } from './work-request.ts';

export const WORKLIST_OFFSETS = rankOffsets(WORK_DECISIONS.length);

export const WorklistQuery = z.strictObject({
  decision: WorkDecision.optional().describe('Filters by `effectiveDecision`.'),
  assignee: z
    .union([z.enum(['me', 'none']), RecordId])
    .optional()
    .describe('Filters by assignee: a user id, `me`, or `none` for unassigned subjects.'),
  kind: SubjectKind.optional().describe('Filters by the kind of the subject.'),
  policyKey: DefinitionKey.optional().describe('Filters by the policy key of an open action.'),
  action: DefinitionKey.optional().describe('Filters by the name of an open action.'),
  search: text(SEARCH_CHARACTERS).optional().describe('Literal, case-insensitive search of the external id.'),
  late: z.enum(['true', 'false']).optional().describe('Filters by whether `dueAt` has passed.'),
  waitsFor: WaitsFor.optional(),
  offset: offsetOf(WORKLIST_OFFSETS),
});

export const OpenActionSummary = z.object({
  id: z.uuid(),
  name: z.string(),
  status: ActionStatus,
  revision: z.int(),
  policyKey: z.string(),
  assessmentId: z.uuid(),
  createdAt: Timestamp,
});

const AssessmentLine = z.object({
  id: z.uuid(),
  policyKey: z.string(),
  version: z.int(),
  score: z.number().nullable(),
  band: z.string().nullable(),
  decision: WorkDecision,
  evaluatedAt: Timestamp,
});

export const AssignmentParts = {
  assignee: z.uuid().nullable().describe('User id of the assignee.'),
  revision: z.int().describe('Revision of the assignment; 0 if the subject was never assigned.'),
};

const AppliedOverride = z.object({
  id: z.uuid(),
  policyKey: z.string(),
  decision: z.enum(DECISIONS),
  until: Timestamp.describe('When it ends, or earlier if the assessment is then no longer current.'),
});

const EffectiveDecisionParts = {
  effectiveDecision: WorkDecision.describe(
    'Worst decision after overrides. An override in force counts for all open actions of its policy.',
  ),
  overrides: z
    .array(AppliedOverride)
    .optional()
    .describe('Overrides in force that count for open actions; absent if none does.'),
};

export const WorkItem = z
  .object({
    subject: z.object({ id: z.uuid(), kind: SubjectKind, externalId: z.string() }),
    decision: WorkDecision.describe('Worst decision of the assessments that requested open actions.'),
    ...EffectiveDecisionParts,
    since: Timestamp.describe('Creation time of the oldest open action.'),
    dueAt: Timestamp.nullable().describe('Earliest deadline of the open actions; null if none of them has one.'),
    late: z.boolean().describe('Whether `dueAt` has passed.'),
    ...AssignmentParts,
    matchesPending: z
      .int()
      .describe('Screening matches of the subject without a decision, among the oldest 1,000 rows of them.'),
    requests: z
      .object({
        open: z.int().describe('Number of requests without an answer.'),
        waitsFor: z.array(WaitingRequest).describe(`The oldest ${OPEN_REQUESTS_SHOWN} of them.`),
      })
      .optional()
      .describe('Requests that wait for an answer; absent if none does.'),
    actions: z
      .array(OpenActionSummary)
      .describe(`Open actions, worst decision first, then oldest: at most ${WORK_ACTIONS_SHOWN}.`),
    more: z.int().describe('Number of further open actions.'),
    assessments: z
      .array(AssessmentLine)
      .describe('Assessments that requested open actions, worst decision first, then newest.'),
  })
  .meta({
    id: 'WorkItem',
    examples: [
      {
        subject: {
          id: '019ced2c-0e65-7a4c-9b1d-6f1c2b9a4e00',
          kind: 'person',
          externalId: 'customer-4711',
        },
        decision: 'review',
        effectiveDecision: 'review',
        since: '2026-03-14T09:26:53.589Z',
        dueAt: null,
        late: false,
        assignee: null,
        revision: 0,
        matchesPending: 0,
        actions: [
          {
            id: '019ced2c-5000-7000-8000-5d3c2b1a0f01',
            name: 'manual_review',
            status: 'requested',
            revision: 1,
            policyKey: 'onboarding',
            assessmentId: '019ced2c-5000-7000-8000-5d3c2b1a0f00',
            createdAt: '2026-03-14T09:26:53.589Z',
          },
        ],
        more: 0,
        assessments: [
          {
            id: '019ced2c-5000-7000-8000-5d3c2b1a0f00',
            policyKey: 'onboarding',
            version: 1,
            score: 40,
            band: 'elevated',
            decision: 'review',
            evaluatedAt: '2026-03-14T09:26:53.589Z',
          },
        ],
      },
    ],
  });
export type WorkItem = z.infer<typeof WorkItem>;

export const Worklist = pageOf(WorkItem).meta({ id: 'Worklist' });
