import * as z from 'zod';
import { defineRoutes, get, Nothing, post, type Refusals } from '#shared/platform/http/route.ts';
import { Offset } from '#shared/platform/http/shapes.ts';
import { Key } from '#shared/risk/policy-engine/definition.ts';
import { CheckPage, CheckRecord, NewCheck } from './check.ts';
import { STEP_REPORT_BYTES } from './limits.ts';
import { RunRecord, StepReport } from './run.ts';
import { NewSession, SessionPage, SessionRecord } from './session.ts';
import { NewWorkflow, WorkflowPage, WorkflowRecord } from './workflow.ts';

const PageQuery = z.strictObject({ offset: Offset });

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
      description: 'The latest without it.',
    }),
});

const missing: Refusals = {
  not_found: [404, 'There is no such record for this organization and mode.'],
};
const future: Refusals = {
  observed_in_future: [422, 'The time of observation lies in the future.'],
};

export const verificationRoutes = defineRoutes('verification', {
  createWorkflow: post('/verification/workflows', 'admin', NewWorkflow, WorkflowRecord, {
    summary: 'Save a workflow: the first of its key, or the next revision of it',
    description:
      'Sessions and policies stay with the revision they have; a new revision needs a new binding. A `check` step of ' +
      'kind `pep_sanctions` stands after an `extract` step that reads the identity document: the last before it that ' +
      'declares a name and a date of birth, nationality or document number, or else the last that declares a name.',
    refusals: {
      invalid_workflow: [422, 'A screening step is not valid; `errors` names everything.'],
    },
    uses: { tables: { verification: ['GetItem', 'PutItem'] } },
  }),
  listWorkflows: get('/verification/workflows', 'client', WorkflowPage, {
    summary: 'List the workflows, each in its latest revision',
    query: PageQuery,
    uses: { tables: { verification: ['Query'] } },
  }),
  readWorkflow: get('/verification/workflows/{id}', 'client', WorkflowRecord, {
    summary: 'Read a workflow in its latest or another revision',
    query: WorkflowQuery,
    refusals: missing,
    uses: { tables: { verification: ['GetItem'] } },
  }),
  createSession: post('/verification/sessions', 'client', NewSession, SessionRecord, {
    summary: 'Open a session of the latest revision of a workflow',
    description:
      'Results of a session with a `participantKey` are kept with it. They become no evidence of the subject, and its ' +
      'attempts are not decided upon.',
    refusals: missing,
    uses: { tables: { verification: ['GetItem', 'PutItem'], risk: ['GetItem'] } },
  }),
  listSessions: get('/verification/sessions', 'client', SessionPage, {
    summary: 'List the sessions, in order of creation',
    query: PageQuery,
    uses: { tables: { verification: ['Query'] } },
  }),
  readSession: get('/verification/sessions/{id}', 'client', SessionRecord, {
    summary: 'Read a session',
    refusals: missing,
    uses: { tables: { verification: ['GetItem'] } },
  }),
  startRun: post('/verification/sessions/{id}/runs', 'client', Nothing, RunRecord, {
    summary: 'Begin an attempt',
    description:
      'Where the session is linked to a subject, nothing that earlier attempts of the workflow said counts from now on, ' +
      'what their screening steps found included.',
    refusals: { ...missing, too_many_runs: [409, 'The session has a hundred attempts.'] },
    uses: {
      tables: {
        verification: ['GetItem', 'PutItem'],
        risk: ['GetItem', 'BatchGetItem', 'Query', 'PutItem'],
      },
    },
  }),
  readRun: get('/verification/sessions/{id}/runs/{runId}', 'client', RunRecord, {
    summary: 'Read an attempt with what its steps found out',
    refusals: missing,
    uses: { tables: { verification: ['GetItem', 'BatchGetItem'] } },
  }),
  reportStep: post(
    '/verification/sessions/{id}/runs/{runId}/steps/{stepKey}',
    'client',
    StepReport,
    RunRecord,
    {
      summary: 'Report what came of a step',
      description:
        'The attempt is completed when each of its steps has a result. Where the session is linked to a subject, ' +
        'declared outputs become evidence: at once those of capture, check, validate and risk steps, with the ' +
        'approval of the attempt those of extract and enrich steps. A value of more than 1,024 bytes as JSON is kept ' +
        'with the attempt and is unavailable as evidence.',
      status: 200,
      params: { stepKey: Key },
      bodyLimitBytes: STEP_REPORT_BYTES,
      refusals: {
        ...missing,
        ...future,
        run_superseded: [409, 'The session has a newer attempt.'],
        run_completed: [409, 'Every step of the attempt has its result.'],
        step_reported: [409, 'The step was reported before.'],
        step_of_service: [422, 'The service runs this step by itself.'],
        undeclared_output: [422, 'The step has not declared the output.'],
        wrong_type: [422, 'An output is not of the declared type.'],
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
    summary: 'Record what a provider found in a session',
    refusals: {
      ...missing,
      ...future,
      too_many_checks: [409, 'The session has a hundred checks.'],
    },
    uses: { tables: { verification: ['GetItem', 'PutItem'] } },
  }),
  listChecks: get('/verification/sessions/{id}/checks', 'client', CheckPage, {
    summary: 'List the checks of a session',
    query: PageQuery,
    refusals: missing,
    uses: { tables: { verification: ['GetItem', 'Query', 'BatchGetItem'] } },
  }),
});
