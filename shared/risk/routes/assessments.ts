import { missing } from '#shared/platform/http/common-problems.ts';
import { defineRoutes, get, post, RecordId } from '#shared/platform/http/route.ts';
import { pageOf } from '#shared/platform/http/shapes.ts';
import { AssessmentRecord, AssessmentState, NewAssessment } from '../assessment.ts';
import { PageQuery } from './common.ts';

/** `subjectId` is a filter of all lists of assessments. Here the path already names the subject. */
const EventAssessmentsQuery = PageQuery.extend({
  subjectId: RecordId.optional().describe(
    'Filters by subject. Returns nothing for a subject other than the one in the path.',
  ),
});

export const assessmentRoutes = defineRoutes('risk', {
  createAssessment: post('/risk/subjects/{id}/assessments', 'client', NewAssessment, AssessmentRecord, {
    summary: 'Create an assessment',
    description:
      'Evaluates a published policy version against the evidence of the subject. `policyKey` instead of ' +
      '`policyVersionId` uses the published version with the highest number; the assessment records which. Each ' +
      'assessment requests its own actions, unless the request or the policy version says `unless_open`.',
    problems: {
      ...missing,
      policy_not_published: [422, 'The version is a draft.'],
      policy_retired: [422, 'The version is retired.'],
      applicability_not_matched: [422, 'The policy does not cover the subject.'],
      applicability_unknown: [422, 'Evidence that decides whether the policy covers the subject is missing.'],
      unknown_event: [422, 'An event does not belong to this subject.'],
      evidence_too_large: [413, 'The selected evidence is larger than 256 KiB.'],
      result_too_large: [413, 'The result exceeds 512 KiB.'],
      record_too_large: [413, 'The assessment exceeds 768 KiB.'],
    },
    uses: {
      tables: {
        risk: ['GetItem', 'BatchGetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem', 'ConditionCheckItem'],
        journal: ['BatchGetItem'],
      },
    },
    memoryMb: 1024,
  }),
  readAssessmentState: get('/risk/assessments/{id}/state', 'client', AssessmentState, {
    summary: 'Read the state of an assessment',
    problems: missing,
    uses: { tables: { risk: ['GetItem', 'BatchGetItem'] } },
  }),
  listEventAssessments: get('/risk/subjects/{id}/events/{eventId}/assessments', 'client', pageOf(AssessmentRecord), {
    summary: 'List assessments of an event',
    query: EventAssessmentsQuery,
    problems: missing,
    uses: { tables: { risk: ['Query', 'BatchGetItem'], journal: ['GetItem'] } },
  }),
});
