import { DefinitionKey } from '@assay/policy-engine';
import * as z from 'zod';
import { missing } from '#shared/platform/http/common-problems.ts';
import { defineRoutes, get, Nothing, type Problems, post } from '#shared/platform/http/route.ts';
import { paging } from '#shared/platform/http/shapes.ts';
import { tooManySources } from '#shared/risk/contract.ts';
import { SubjectAttempts } from './attempt.ts';
import { CheckPage, CheckRecord, NewCheck } from './check.ts';
import { STEP_REPORT_BYTES } from './limits.ts';
import { StepReport, WorkflowRunRecord } from './run.ts';
import { NewSession, SessionPage, SessionRecord } from './session.ts';
import { NewWorkflow, WorkflowPage, WorkflowRecord } from './workflow.ts';

const PageQuery = z.strictObject(paging);

const WorkflowQuery = z.strictObject({
  revision: z
    .string()
    .refine((text) => /^[1-9]\d{0,8}$/.test(text), 'must be a whole number from 1')
    .transform(Number)
    .optional()
    .meta({
      type: 'integer',
      minimum: 1,
      maximum: 999_999_999,
      description: 'The latest revision by default.',
    }),
});

const future: Problems = {
  observed_in_future: [422, '`observedAt` must not be in the future.'],
};

const expired: Problems = { session_expired: [409, 'The session has expired.'] };

export const verificationRoutes = defineRoutes('verification', {
  createWorkflow: post('/verification/workflows', 'admin', NewWorkflow, WorkflowRecord, {
    summary: 'Save a workflow revision',
    description:
      'Sessions and policies stay with the revision they have; a new revision needs a new binding. A `check` ' +
      'step of ' +
      'kind `pep_sanctions` must be after an `extract` step that reads the identity document: the last before ' +
      'it that ' +
      'declares a name and a date of birth, nationality or document number, or else the last that declares a name.',
    problems: {
      invalid_workflow: [422, 'A screening step is invalid. See `errors`.'],
      review_score_too_high: [
        422,
        'The `reviewScore` of a step is above the `highestReviewScore` of the organization’s settings.',
      ],
      unknown_profile: [
        422,
        'The `profileKey` of a step is not the key of a profile. The detail names the known keys.',
      ],
      set_by_profile: [422, 'A step states a property that its profile sets.'],
      lists_required: [422, 'The profile of a step has no lists of its own, and `sources` is missing.'],
    },
    uses: { tables: { verification: ['GetItem', 'PutItem'], screening: ['BatchGetItem', 'Query'] } },
  }),
  listWorkflows: get('/verification/workflows', 'client', WorkflowPage, {
    summary: 'List workflows',
    query: PageQuery,
    uses: { tables: { verification: ['Query'] } },
  }),
  readWorkflow: get('/verification/workflows/{id}', 'client', WorkflowRecord, {
    summary: 'Read a workflow',
    query: WorkflowQuery,
    problems: missing,
    uses: { tables: { verification: ['GetItem'] } },
  }),
  createSession: post('/verification/sessions', 'client', NewSession, SessionRecord, {
    summary: 'Create a session',
    description:
      'Results of a session with a `participantKey` are stored with the session. They do not become evidence ' +
      'of the subject, and its attempts cannot be decided.',
    problems: { ...missing, expires_in_past: [422, '`expiresAt` is not in the future.'] },
    uses: { tables: { verification: ['GetItem', 'PutItem'], risk: ['GetItem'] } },
  }),
  listSessions: get('/verification/sessions', 'client', SessionPage, {
    summary: 'List sessions',
    query: PageQuery,
    uses: { tables: { verification: ['Query'] } },
  }),
  readSession: get('/verification/sessions/{id}', 'client', SessionRecord, {
    summary: 'Read a session',
    problems: missing,
    uses: { tables: { verification: ['GetItem'] } },
  }),
  listSubjectAttempts: get('/verification/subjects/{id}/attempts', 'client', SubjectAttempts, {
    summary: 'List the current attempts of a subject',
    description:
      'The latest attempt of each workflow for the subject, newest first, with its session, checks and evidence. Sessions ' +
      'with a `participantKey` and sessions without an attempt are not included.',
    problems: missing,
    uses: {
      tables: {
        verification: ['GetItem', 'BatchGetItem'],
        risk: ['GetItem', 'BatchGetItem', 'Query'],
      },
    },
  }),
  startRun: post('/verification/sessions/{id}/runs', 'client', Nothing, WorkflowRunRecord, {
    summary: 'Start an attempt',
    description:
      'If the session is linked to a subject, evidence from earlier attempts of the workflow, including ' +
      'their screening steps, becomes unavailable. Screening matches that are confirmed or undecided stay in force. An ' +
      'attempt of the session that is in progress becomes `superseded`.',
    problems: { ...missing, ...expired, too_many_runs: [409, 'The session has reached 100 attempts.'] },
    uses: {
      tables: {
        verification: ['GetItem', 'PutItem'],
        risk: ['GetItem', 'BatchGetItem', 'Query', 'PutItem'],
        // Runs of releases that stored no matches in force are read.
        screening: ['BatchGetItem', 'Query'],
      },
    },
  }),
  readRun: get('/verification/sessions/{id}/runs/{runId}', 'client', WorkflowRunRecord, {
    summary: 'Read an attempt',
    description:
      'With the outputs of its steps as they were reported, before they are evidence: for the owners and admins who ' +
      'decide on the attempt and for API keys. Members read it without outputs.',
    problems: missing,
    uses: { tables: { verification: ['GetItem', 'BatchGetItem'] } },
  }),
  reportStep: post(
    '/verification/sessions/{id}/runs/{runId}/steps/{stepKey}',
    'client',
    StepReport,
    WorkflowRunRecord,
    {
      summary: 'Report the result of a step',
      description:
        'The attempt is completed when each step has a result. If the session is linked to a subject, ' +
        'declared outputs become evidence: those of capture, check, validate and risk steps at once, those ' +
        'of extract and enrich steps when the attempt is approved. A value of more than 1,024 bytes as JSON ' +
        'is stored with the attempt and is unavailable as evidence. A step is reported once: an output that is left out ' +
        'stays without a value.',
      status: 200,
      params: { stepKey: DefinitionKey },
      bodyLimitBytes: STEP_REPORT_BYTES,
      problems: {
        ...missing,
        ...future,
        ...expired,
        run_superseded: [409, 'The session has a newer attempt.'],
        run_completed: [409, 'Every step of the attempt already has a result.'],
        step_reported: [409, 'The step already has a result.'],
        step_of_service: [422, 'This step is run by the service.'],
        undeclared_output: [422, 'The step does not declare this output.'],
        wrong_type: [422, 'An output does not have its declared type.'],
        ...tooManySources,
      },
      uses: {
        tables: {
          verification: ['GetItem', 'PutItem', 'ConditionCheckItem'],
          risk: ['GetItem', 'BatchGetItem', 'PutItem'],
        },
      },
    },
  ),
  createCheck: post('/verification/sessions/{id}/checks', 'client', NewCheck, CheckRecord, {
    summary: 'Record a check',
    problems: {
      ...missing,
      ...future,
      too_many_checks: [409, 'The session has reached 100 checks.'],
    },
    uses: { tables: { verification: ['GetItem', 'PutItem'] } },
  }),
  listChecks: get('/verification/sessions/{id}/checks', 'client', CheckPage, {
    summary: 'List the checks of a session',
    query: PageQuery,
    problems: missing,
    uses: { tables: { verification: ['GetItem', 'Query', 'BatchGetItem'] } },
  }),
});
