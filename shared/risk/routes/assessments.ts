import { missing } from '#shared/platform/http/common-problems.ts';
import { Bytes, defineRoutes, get, Nothing, post, RecordId } from '#shared/platform/http/route.ts';
import { pageOf } from '#shared/platform/http/shapes.ts';
import { AssessmentRecord, AssessmentState, NewAssessment, Replay } from '../assessment.ts';
import { Comparison, ComparisonQuery, Explanation, ExplanationQuery } from '../explanation.ts';
import { PageQuery } from './common.ts';

/** `subjectId` is a filter of all lists of assessments. Here the path already names the subject. */
const EventAssessmentsQuery = PageQuery.extend({
  subjectId: RecordId.optional().describe(
    'Filters by subject. Returns nothing for a subject other than the one in the path.',
  ),
});

const PrintedExplanation = Bytes.meta({ format: 'binary', examples: ['%PDF-1.7'] });

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
  replayAssessment: post('/risk/assessments/{id}/replay', 'client', Nothing, Replay, {
    summary: 'Evaluate an assessment again',
    description:
      'Evaluates the policy, evidence and time of the assessment with the evaluator version that it names, and compares the ' +
      'result with the recorded one, its policy with the policy version, and its evidence with the stored receipts. ' +
      'Stores nothing and changes nothing.',
    status: 200,
    isReadOnly: true,
    problems: {
      ...missing,
      unknown_evaluator: [422, 'No release of the service had the evaluator version that the assessment names.'],
    },
    uses: { tables: { risk: ['GetItem', 'BatchGetItem'] } },
    memoryMb: 1024,
  }),
  readAssessmentExplanation: get('/risk/assessments/{id}/explanation', 'client', Explanation, {
    summary: 'Explain an assessment',
    description:
      'In full sentences, with the values, points and bounds that each is about. The customer reads no more than the labels ' +
      'with `disclose` of what was considered and of what applied: no keys, values, points, bands, rules or decision.',
    query: ExplanationQuery,
    problems: missing,
    uses: { tables: { risk: ['GetItem', 'BatchGetItem'] } },
    memoryMb: 1024,
  }),
  readAssessmentExplanationPdf: get('/risk/assessments/{id}/explanation/pdf', 'client', PrintedExplanation, {
    summary: 'Print the explanation of an assessment',
    query: ExplanationQuery,
    contentType: 'application/pdf',
    problems: {
      ...missing,
      unprintable_explanation: [422, 'It is too long for 50 pages, or has characters that the fonts do not have.'],
    },
    uses: { tables: { risk: ['GetItem', 'BatchGetItem'] }, printer: true },
    memoryMb: 1769,
    timeoutSeconds: 29,
    isLongWork: true,
    spends: 'prints',
  }),
  compareAssessments: get('/risk/assessments/{id}/comparison', 'client', Comparison, {
    summary: 'Compare two assessments',
    description: 'Of the same subject and policy key. A change of the policy version is in `before` and `after`.',
    query: ComparisonQuery,
    problems: {
      ...missing,
      no_earlier_assessment: [409, 'It is the first assessment of the subject by this policy.'],
      not_comparable: [422, '`with` is an assessment of another subject or policy.'],
    },
    uses: { tables: { risk: ['GetItem', 'BatchGetItem'] } },
    memoryMb: 1024,
  }),
  listEventAssessments: get('/risk/subjects/{id}/events/{eventId}/assessments', 'client', pageOf(AssessmentRecord), {
    summary: 'List assessments of an event',
    query: EventAssessmentsQuery,
    problems: missing,
    uses: { tables: { risk: ['Query', 'BatchGetItem'], journal: ['GetItem'] } },
  }),
});
