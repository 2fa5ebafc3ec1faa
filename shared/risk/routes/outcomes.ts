import { missing } from '#shared/platform/http/common-problems.ts';
import { defineRoutes, get, post } from '#shared/platform/http/route.ts';
import { OUTCOMES_PER_SUBJECT } from '../limits.ts';
import { NewOutcome, NewWithdrawal, OutcomePage, OutcomeRecord, OutcomeWithdrawalRecord } from '../outcome.ts';
import { PageQuery } from './common.ts';

export const outcomeRoutes = defineRoutes('risk', {
  recordOutcome: post('/risk/subjects/{id}/outcomes', 'client', NewOutcome, OutcomeRecord, {
    summary: 'Record an outcome',
    description:
      'What turned out to be true of the subject. It changes no decision. Of each policy that assessed the subject, it labels ' +
      'the latest assessment up to `occurredAt`, if that was made at most 365 days before. An assessment with several outcomes ' +
      'is positive if one of them is. The quality of the policies follows seconds later. An outcome cannot be changed, only withdrawn.',
    problems: {
      ...missing,
      occurred_in_future: [422, '`occurredAt` is in the future.'],
      too_many_outcomes: [422, `The subject has ${OUTCOMES_PER_SUBJECT} outcomes, withdrawn ones included.`],
    },
    uses: { tables: { risk: ['GetItem', 'PutItem'] } },
  }),
  listOutcomes: get('/risk/subjects/{id}/outcomes', 'client', OutcomePage, {
    summary: 'List outcomes of a subject',
    description: 'In the order in which they were recorded, withdrawn ones included.',
    query: PageQuery,
    problems: missing,
    uses: { tables: { risk: ['GetItem', 'Query', 'BatchGetItem'] } },
  }),
  withdrawOutcome: post('/risk/outcomes/{id}/withdraw', 'client', NewWithdrawal, OutcomeWithdrawalRecord, {
    summary: 'Withdraw an outcome',
    description:
      'It labels no assessment any more, so the quality of past days changes. The outcome stays with what was recorded and names ' +
      'the withdrawal.',
    problems: { ...missing, already_withdrawn: [409, 'The outcome is already withdrawn.'] },
    uses: { tables: { risk: ['GetItem', 'PutItem', 'UpdateItem'] } },
  }),
});
