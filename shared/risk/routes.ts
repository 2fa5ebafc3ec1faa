import * as z from 'zod';
import {
  defineRoutes,
  get,
  Nothing,
  post,
  RecordId,
  type Refusals,
} from '#shared/platform/http/route.ts';
import { Offset, pageOf, text } from '#shared/platform/http/shapes.ts';
import { ActionPage, ActionQuery, ActionRecord, ActionTransition } from './action.ts';
import { NewActivity } from './activity.ts';
import { AssessmentRecord, AssessmentState, NewAssessment } from './assessment.ts';
import {
  ContextRecord,
  MembershipPage,
  MembershipRecord,
  NewContext,
  NewMembership,
  NewPins,
  NewSelection,
  Pins,
  SelectionRecord,
} from './context.ts';
import { EventRecord } from './event.ts';
import { EvidenceBatch, EvidenceRecord, NewEvidence, NewEvidenceBatch } from './evidence.ts';
import { InvestigationRecord, InvestigationState, NewInvestigation } from './investigation.ts';
import { AiSettings, NewAiSettings } from './investigation-ai-settings.ts';
import { InvestigationReviewRecord, NewInvestigationReview } from './investigation-review.ts';
import { JourneyPage, JourneyQuery } from './journey.ts';
import { EVIDENCE_BATCH_BYTES, EVIDENCE_REQUEST_BYTES, SEARCH_CHARACTERS } from './limits.ts';
import { MonitoringRecords, NewMonitoring } from './monitoring.ts';
import { NewOverride, OverrideRecord, Revocation } from './override.ts';
import {
  NewPolicy,
  PolicyFormat,
  PolicyRecord,
  PolicyValidation,
  Simulation,
  SimulationResult,
} from './policy.ts';
import { AnyRecord } from './record.ts';
import { Resource } from './resource.ts';
import { NewSource, SourceBindings, SourceRecord } from './source.ts';
import { NewSubject, SubjectRecord } from './subject.ts';
import { SessionCheckImport } from './verification-check.ts';
import { NewVerificationDecision, VerificationDecisionRecord } from './verification-decision.ts';
import { VerificationInputPage } from './verification-input.ts';

const ListQuery = z.strictObject({
  resourceId: RecordId.optional().describe('Events of this record.'),
  investigationId: RecordId.optional().describe('Reviews of this investigation.'),
  search: text(SEARCH_CHARACTERS)
    .optional()
    .describe('Literal, case-insensitive search of external id or policy key.'),
  subjectId: RecordId.optional().describe('Records about this subject.'),
  offset: Offset,
});
const PageQuery = z.strictObject({ offset: Offset });

/** More than the normalized policy may have: what is sent may be laid out generously. */
const POLICY_BODY_BYTES = 256 * 1024;
const SIMULATION_BODY_BYTES = 1024 * 1024;

const missing = {
  not_found: [404, 'There is no such record for this organization and mode.'],
} as const;
const stale = { stale_revision: [409, 'Somebody changed it; read it again.'] } as const;
const existing = (code: string, what: string): Refusals => ({
  [code]: [409, `There is ${what} of this name already; see \`existingId\`.`],
});
const evidenceRefusals: Refusals = {
  ...missing,
  forbidden: [403, 'The API key is not bound to the source.'],
  source_disabled: [409, 'The source is disabled.'],
  undeclared_fact: [422, 'The source has not declared the fact.'],
  wrong_type: [422, 'The value is not of the declared type.'],
  observed_in_future: [422, 'The time of observation lies in the future.'],
};
const policyRefusals: Refusals = {
  invalid_policy: [422, 'The definition is not valid; `errors` names everything.'],
};

const policyTooLarge: Refusals = {
  policy_too_large: [413, 'The policy has more than 64 KiB when normalized.'],
};

export const riskRoutes = defineRoutes('risk', {
  readPolicySchema: get('/risk/policy-schema', 'client', PolicyFormat, {
    summary: 'Describe policy format version 1, with its JSON Schema',
  }),
  validatePolicy: post('/risk/policies/validate', 'client', NewPolicy, PolicyValidation, {
    summary: 'Check a policy and name everything that is wrong with it; saves nothing',
    status: 200,
    isQuestion: true,
    bodyLimitBytes: POLICY_BODY_BYTES,
    uses: { tables: { verification: ['BatchGetItem'] } },
  }),
  simulatePolicy: post('/risk/policies/simulate', 'client', Simulation, SimulationResult, {
    summary: 'Evaluate a policy against made-up evidence; saves nothing, tells nobody',
    status: 200,
    isQuestion: true,
    bodyLimitBytes: SIMULATION_BODY_BYTES,
    refusals: {
      ...missing,
      ...policyRefusals,
      ...policyTooLarge,
      simulation_too_large: [413, 'The results have more than 4 MiB; send fewer scenarios.'],
    },
    uses: { tables: { risk: ['GetItem'] } },
  }),
  createPolicy: post('/risk/policies', 'admin', NewPolicy, PolicyRecord, {
    summary: 'Create the next version of a policy, as a draft',
    bodyLimitBytes: POLICY_BODY_BYTES,
    refusals: { ...policyRefusals, ...policyTooLarge },
    uses: { tables: { risk: ['GetItem', 'PutItem'] } },
  }),
  publishPolicy: post('/risk/policies/{id}/publish', 'admin', Nothing, PolicyRecord, {
    summary: 'Publish a draft',
    status: 200,
    refusals: {
      ...missing,
      ...policyRefusals,
      already_published: [409, 'The version was published before.'],
    },
    uses: { tables: { risk: ['GetItem', 'UpdateItem'], verification: ['BatchGetItem'] } },
  }),
  listVerificationInputs: get('/risk/verification-inputs', 'client', VerificationInputPage, {
    summary: 'List what verification can find out, as policies bind it',
    description: 'Every output of the latest revision of every workflow.',
    query: PageQuery,
    uses: { tables: { verification: ['Query'] } },
  }),
  createSource: post('/risk/sources', 'admin', NewSource, SourceRecord, {
    summary: 'Register a source of evidence',
    refusals: {
      ...existing('source_exists', 'a source'),
      source_without_keys: [422, 'An enabled source needs an API key.'],
      unusable_api_key: [422, 'A key is of another mode, revoked, expired or unknown.'],
    },
    uses: { tables: { risk: ['PutItem'] } },
  }),
  replaceSourceBindings: post(
    '/risk/sources/{id}/bindings',
    'admin',
    SourceBindings,
    SourceRecord,
    {
      summary: 'Replace the API keys of a source, disable or enable it',
      status: 200,
      refusals: {
        ...missing,
        ...stale,
        source_without_keys: [422, 'An enabled source needs an API key.'],
        unusable_api_key: [422, 'A key is of another mode, revoked, expired or unknown.'],
      },
      uses: { tables: { risk: ['GetItem', 'UpdateItem'] } },
    },
  ),
  createSubject: post('/risk/subjects', 'client', NewSubject, SubjectRecord, {
    summary: 'Register a risk subject',
    refusals: existing('subject_exists', 'a subject'),
    uses: { tables: { risk: ['PutItem'] } },
  }),
  submitEvidence: post('/risk/subjects/{id}/evidence', 'key', NewEvidence, EvidenceRecord, {
    summary: 'State one fact about a subject',
    bodyLimitBytes: EVIDENCE_REQUEST_BYTES,
    refusals: evidenceRefusals,
    uses: { tables: { risk: ['GetItem', 'BatchGetItem', 'PutItem'] } },
  }),
  submitEvidenceBatch: post(
    '/risk/subjects/{id}/evidence/batch',
    'key',
    NewEvidenceBatch,
    EvidenceBatch,
    {
      summary: 'State up to a hundred facts about a subject, all or nothing',
      bodyLimitBytes: EVIDENCE_BATCH_BYTES,
      refusals: {
        ...evidenceRefusals,
        item_too_large: [413, 'An item has more than 16 KiB.'],
        batch_too_large: [413, 'The items together have more than 256 KiB.'],
      },
      uses: { tables: { risk: ['GetItem', 'BatchGetItem', 'PutItem'] } },
    },
  ),
  decideVerification: post(
    '/risk/subjects/{id}/verification-decisions',
    'admin',
    NewVerificationDecision,
    VerificationDecisionRecord,
    {
      summary: 'Approve, reject or revoke an attempt of a linked session',
      description:
        'An approval makes what extract and enrich steps found out count as evidence; a revocation takes it back and ' +
        'restores nothing. A newer attempt inherits no decision.',
      refusals: {
        ...missing,
        session_not_linked: [422, 'The session is not linked to this subject.'],
        run_not_completed: [409, 'Some steps of the attempt have no result.'],
        already_decided: [409, 'The attempt was decided before.'],
        newer_attempt: [409, 'A newer attempt of the workflow is linked to the subject.'],
        run_not_approved: [409, 'Only an approved attempt can be revoked.'],
      },
      uses: {
        tables: {
          risk: ['GetItem', 'Query', 'PutItem'],
          verification: ['GetItem', 'BatchGetItem', 'PutItem'],
        },
      },
    },
  ),
  importSessionCheck: post(
    '/risk/subjects/{id}/session-checks',
    'client',
    SessionCheckImport,
    EvidenceRecord,
    {
      summary: 'Take a check of a session for evidence of a subject',
      description:
        'The fact is `check.<kind>`, its source whoever imports it: `user:<id>` or `api_key:<id>`. The value is ' +
        '`clear`, `review` or `block`, the worst of the outcome and the flags; a check that failed is unavailable.',
      refusals: {
        ...missing,
        participant_check: [422, 'The check is about a participant.'],
        session_of_another_subject: [422, 'The session is linked to another subject.'],
      },
      uses: {
        tables: {
          risk: ['GetItem', 'BatchGetItem', 'PutItem'],
          verification: ['GetItem'],
        },
      },
    },
  ),
  selectPolicies: post(
    '/risk/subjects/{id}/policy-selection',
    'client',
    NewSelection,
    SelectionRecord,
    {
      summary: 'Tell which candidate policies cover a subject',
      refusals: { ...missing, policy_not_published: [422, 'A candidate is not published.'] },
      uses: { tables: { risk: ['GetItem', 'BatchGetItem', 'Query'] } },
    },
  ),
  listMonitoring: get('/risk/subjects/{id}/monitoring', 'client', MonitoringRecords, {
    summary: 'List the policies that watch a subject',
    refusals: missing,
    uses: { tables: { risk: ['GetItem', 'Query'] } },
  }),
  configureMonitoring: post(
    '/risk/subjects/{id}/monitoring',
    'client',
    NewMonitoring,
    EventRecord,
    {
      summary: 'Have a policy version watch a subject, or pause it',
      refusals: {
        ...missing,
        policy_not_published: [422, 'The version is a draft.'],
        too_many_monitored_policies: [422, 'As many policies as may watch a subject do already.'],
      },
      uses: { tables: { risk: ['GetItem', 'Query', 'PutItem', 'UpdateItem'] } },
    },
  ),
  createAssessment: post(
    '/risk/subjects/{id}/assessments',
    'client',
    NewAssessment,
    AssessmentRecord,
    {
      summary: 'Evaluate a published policy version against a subject’s evidence',
      refusals: {
        ...missing,
        policy_not_published: [422, 'The version is a draft.'],
        applicability_not_matched: [422, 'The policy does not cover the subject.'],
        applicability_unknown: [422, 'Evidence is missing to tell whether it does.'],
        unknown_event: [422, 'An event is not of this subject.'],
        evidence_too_large: [413, 'The selected evidence has more than 256 KiB.'],
        result_too_large: [413, 'The result would have more than 512 KiB.'],
        record_too_large: [413, 'The assessment would have more than 768 KiB.'],
      },
      uses: {
        tables: {
          risk: ['GetItem', 'BatchGetItem', 'Query', 'PutItem', 'ConditionCheckItem'],
          journal: ['BatchGetItem'],
        },
      },
      memoryMb: 1024,
    },
  ),
  readAssessmentState: get('/risk/assessments/{id}/state', 'client', AssessmentState, {
    summary: 'Tell whether an assessment is current and what is decided now',
    refusals: missing,
    uses: { tables: { risk: ['GetItem', 'BatchGetItem'] } },
  }),
  createOverride: post('/risk/assessments/{id}/overrides', 'admin', NewOverride, OverrideRecord, {
    summary: 'Decide otherwise than an assessment, for a time',
    refusals: {
      ...missing,
      incomplete_assessment: [422, 'An incomplete assessment cannot be overridden to none.'],
      invalid_expiry: [422, 'The expiry is not in the future, or more than a year ahead.'],
      assessment_not_current: [409, 'The assessment is no longer current.'],
    },
    uses: { tables: { risk: ['GetItem', 'BatchGetItem', 'PutItem'] } },
  }),
  revokeOverride: post('/risk/overrides/{id}/revoke', 'admin', Revocation, OverrideRecord, {
    summary: 'Revoke an override',
    status: 200,
    refusals: { ...missing, already_revoked: [409, 'It was revoked before.'] },
    uses: { tables: { risk: ['GetItem', 'UpdateItem'] } },
  }),
  transitionAction: post(
    '/risk/actions/{id}/transitions',
    'client',
    ActionTransition,
    ActionRecord,
    {
      summary: 'Move a required action along',
      status: 200,
      refusals: {
        ...missing,
        ...stale,
        forbidden: [403, 'Only an owner or admin may cancel.'],
        impossible_move: [409, 'Its state does not allow the move.'],
      },
      uses: { tables: { risk: ['GetItem', 'UpdateItem', 'DeleteItem', 'PutItem'] } },
    },
  ),
  listActionQueue: get('/risk/action-queue', 'client', ActionPage, {
    summary: 'List required actions across customers, oldest first',
    query: ActionQuery,
    uses: { tables: { risk: ['Query', 'BatchGetItem'] } },
  }),
  createContext: post('/risk/contexts', 'client', NewContext, ContextRecord, {
    summary: 'Open a journey context',
    refusals: existing('context_exists', 'a context'),
    uses: { tables: { risk: ['PutItem'] } },
  }),
  addContextSubject: post(
    '/risk/contexts/{id}/subjects',
    'client',
    NewMembership,
    MembershipRecord,
    {
      summary: 'Attach a subject to a context',
      refusals: { ...missing, ...existing('already_member', 'a membership') },
      uses: { tables: { risk: ['GetItem', 'PutItem'] } },
    },
  ),
  listContextSubjects: get('/risk/contexts/{id}/subjects', 'client', MembershipPage, {
    summary: 'List the subjects of a context',
    query: PageQuery,
    refusals: missing,
    uses: { tables: { risk: ['GetItem', 'Query'] } },
  }),
  readContextPolicies: get('/risk/contexts/{id}/policies', 'client', Pins, {
    summary: 'Read the policy versions pinned to a context',
    refusals: missing,
    uses: { tables: { risk: ['GetItem'] } },
  }),
  replaceContextPolicies: post('/risk/contexts/{id}/policies', 'admin', NewPins, Pins, {
    summary: 'Replace the policy versions pinned to a context; evaluates nobody',
    status: 200,
    refusals: { ...missing, ...stale, policy_not_published: [422, 'A version is not published.'] },
    uses: { tables: { risk: ['GetItem', 'BatchGetItem', 'PutItem'] } },
  }),
  reportActivity: post('/risk/subjects/{id}/activities', 'client', NewActivity, EventRecord, {
    summary: 'Report an activity of a subject, as context and not as evidence',
    refusals: missing,
    uses: { tables: { risk: ['GetItem'] } },
  }),
  readJourney: get('/risk/subjects/{id}/journey', 'client', JourneyPage, {
    summary: 'Read what happened to a subject, in the order it was received, latest first',
    query: JourneyQuery,
    refusals: missing,
    uses: { tables: { risk: ['GetItem'], journal: ['Query', 'BatchGetItem'] } },
  }),
  listEventAssessments: get(
    '/risk/subjects/{id}/events/{eventId}/assessments',
    'client',
    pageOf(AssessmentRecord),
    {
      summary: 'List the assessments an event gave cause for',
      query: PageQuery,
      refusals: missing,
      uses: { tables: { risk: ['Query', 'BatchGetItem'], journal: ['GetItem'] } },
    },
  ),
  readInvestigationAiSettings: get('/risk/investigation-ai-settings', 'client', AiSettings, {
    summary: 'Tell whether language models may look at the organization’s records',
    uses: { tables: { risk: ['GetItem'] } },
  }),
  updateInvestigationAiSettings: post(
    '/risk/investigation-ai-settings',
    'owner',
    NewAiSettings,
    AiSettings,
    {
      summary: 'Consent to AI-assisted investigations, or withdraw the consent',
      status: 200,
      uses: { tables: { risk: ['PutItem'] } },
    },
  ),
  startInvestigation: post(
    '/risk/subjects/{id}/investigations',
    'client',
    NewInvestigation,
    InvestigationRecord,
    {
      summary: 'Have a subject looked into, as it is known now',
      refusals: {
        ...missing,
        forbidden: [403, 'The owner has not consented to the assistance of a language model.'],
        unknown_assessment: [422, 'An assessment is not of this subject.'],
      },
      uses: {
        tables: {
          risk: ['GetItem', 'BatchGetItem', 'Query', 'PutItem', 'ConditionCheckItem'],
          journal: ['Query', 'BatchGetItem'],
        },
        queues: ['investigations'],
      },
      memoryMb: 1024,
    },
  ),
  readInvestigationState: get('/risk/investigations/{id}/state', 'client', InvestigationState, {
    summary: 'Tell whether an investigation’s snapshot is out of date',
    refusals: missing,
    uses: { tables: { risk: ['GetItem', 'Query'], journal: ['Query', 'BatchGetItem'] } },
  }),
  reviewInvestigation: post(
    '/risk/investigations/{id}/reviews',
    'admin',
    NewInvestigationReview,
    InvestigationReviewRecord,
    {
      summary: 'Say what a person makes of a finding; changes no decision',
      refusals: {
        ...missing,
        investigation_not_completed: [409, 'The investigation has no findings yet, or failed.'],
        unknown_finding: [422, 'The investigation has no such finding.'],
      },
      uses: { tables: { risk: ['GetItem', 'PutItem'] } },
    },
  ),
  listRecords: get('/risk/{resource}', 'client', pageOf(AnyRecord), {
    summary: 'List records of a kind, in order of creation',
    params: { resource: Resource },
    query: ListQuery,
    uses: {
      tables: { risk: ['Query', 'BatchGetItem'], journal: ['Query', 'BatchGetItem'] },
    },
  }),
  readRecord: get('/risk/{resource}/{id}', 'client', AnyRecord, {
    summary: 'Read one record',
    params: { resource: Resource },
    refusals: missing,
    uses: { tables: { risk: ['GetItem', 'BatchGetItem'], journal: ['GetItem'] } },
  }),
});
