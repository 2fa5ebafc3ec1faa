import { missing } from '#shared/platform/http/common-problems.ts';
import { defineRoutes, get, post } from '#shared/platform/http/route.ts';
import { EvidenceRecord, tooManySources } from '../evidence.ts';
import { SessionCheckImport } from '../verification-check.ts';
import { NewVerificationDecision, VerificationDecisionRecord } from '../verification-decision.ts';
import { VerificationInputPage } from '../verification-input.ts';
import { PageQuery } from './common.ts';

/** Verification results as evidence of a subject. */
export const verifiedRoutes = defineRoutes('risk', {
  listVerificationInputs: get('/risk/verification-inputs', 'client', VerificationInputPage, {
    summary: 'List verification inputs',
    description: 'Every output of the latest revision of every workflow.',
    query: PageQuery,
    uses: { tables: { verification: ['Query'] } },
  }),
  decideVerification: post(
    '/risk/subjects/{id}/verification-decisions',
    'admin',
    NewVerificationDecision,
    VerificationDecisionRecord,
    {
      summary: 'Decide on a verification attempt',
      description:
        'An approval records the outputs of extract and enrich steps as evidence. A revocation revokes that ' +
        'evidence and restores no earlier one. A newer attempt does not inherit the decision. Read the outputs ' +
        'before you decide: `GET /verification/sessions/{id}/runs/{runId}` returns them as reported. An attempt with ' +
        'failed steps is approved only if `acceptFailedSteps` names each of them.',
      problems: {
        ...missing,
        session_not_linked: [422, 'The session is not linked to this subject.'],
        participant_session: [422, 'The session has a `participantKey`, so it provides no evidence for the subject.'],
        run_not_completed: [409, 'Some steps of the attempt have no result.'],
        already_decided: [409, 'The attempt has already been decided.'],
        newer_attempt: [409, 'A newer attempt of the workflow is linked to the subject.'],
        run_not_approved: [409, 'Only an approved attempt can be revoked.'],
        nothing_to_approve: [422, 'Every extract step of the attempt failed.'],
        failed_steps_not_accepted: [
          422,
          'The attempt has failed steps that `acceptFailedSteps` does not name. See `errors`.',
        ],
        step_not_failed: [422, '`acceptFailedSteps` names a step that did not fail. See `errors`.'],
        ...tooManySources,
      },
      uses: {
        tables: {
          risk: ['GetItem', 'Query', 'PutItem'],
          verification: ['GetItem', 'BatchGetItem', 'PutItem'],
        },
      },
    },
  ),
  importSessionCheck: post('/risk/subjects/{id}/session-checks', 'client', SessionCheckImport, EvidenceRecord, {
    summary: 'Import a session check as evidence',
    description:
      'The fact is `check.<kind>`; its source is the caller, `user:<id>` or `api_key:<id>`. The value is ' +
      '`clear`, `review` or `block`: the worst of the current outcome and flags. A failed check is ' +
      'unavailable. Only the newest check of a kind is imported, also if it failed, and a check of a workflow ' +
      'step only while its attempt is the newest of the workflow for the subject.',
    problems: {
      ...missing,
      participant_check: [422, 'The check is about a participant, so it provides no evidence for the subject.'],
      session_of_another_subject: [422, 'The session is linked to another subject.'],
      newer_check: [
        409,
        'The session has a newer check of this kind, a newer one was imported, or a newer attempt has superseded ' +
          'that of the check. `existingId` names the newer check if there is one.',
        { existingId: '019ced2c-a000-7000-8000-5d3c2b1a0f00' },
      ],
      check_of_service: [409, 'A recorded check cannot replace a check of the same kind that the service has run.'],
      ...tooManySources,
    },
    uses: {
      tables: {
        risk: ['GetItem', 'BatchGetItem', 'PutItem', 'ConditionCheckItem'],
        verification: ['GetItem', 'BatchGetItem', 'ConditionCheckItem'],
      },
    },
  }),
});
