import { missing } from '#shared/platform/http/common-problems.ts';
import { defineRoutes, get, post } from '#shared/platform/http/route.ts';
import { EvidenceRecord } from '../evidence.ts';
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
        'evidence and restores no earlier one. A newer attempt does not inherit the decision.',
      problems: {
        ...missing,
        session_not_linked: [422, 'The session is not linked to this subject.'],
        participant_session: [
          422,
          'The session has a `participantKey`, so it provides no evidence for the subject.',
        ],
        run_not_completed: [409, 'Some steps of the attempt have no result.'],
        already_decided: [409, 'The attempt has already been decided.'],
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
      summary: 'Import a session check as evidence',
      description:
        'The fact is `check.<kind>`; its source is the caller, `user:<id>` or `api_key:<id>`. The value is ' +
        '`clear`, `review` or `block`: the worst of the current outcome and flags. A failed check is ' +
        'unavailable.',
      problems: {
        ...missing,
        participant_check: [
          422,
          'The check is about a participant, so it provides no evidence for the subject.',
        ],
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
});
