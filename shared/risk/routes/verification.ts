import { defineRoutes, get, post } from '#shared/platform/http/route.ts';
import { EvidenceRecord } from '../evidence.ts';
import { SessionCheckImport } from '../verification-check.ts';
import { NewVerificationDecision, VerificationDecisionRecord } from '../verification-decision.ts';
import { VerificationInputPage } from '../verification-input.ts';
import { missing, PageQuery } from './common.ts';

/** What verification sessions have found out. */
export const verifiedRoutes = defineRoutes('risk', {
  listVerificationInputs: get('/risk/verification-inputs', 'client', VerificationInputPage, {
    summary: 'List what verification can find out, as policies bind it',
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
      summary: 'Approve, reject or revoke an attempt of a linked session',
      description:
        'An approval makes what extract and enrich steps found out count as evidence; a revocation takes it back and ' +
        'restores nothing. A newer attempt inherits no decision.',
      refusals: {
        ...missing,
        session_not_linked: [422, 'The session is not linked to this subject.'],
        participant_session: [422, 'The session is about a participant.'],
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
        '`clear`, `review` or `block`, the worst of the outcome and the flags as the check stands now; a check that failed is unavailable.',
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
});
