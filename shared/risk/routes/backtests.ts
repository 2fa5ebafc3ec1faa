import { missing } from '#shared/platform/http/common-problems.ts';
import { defineRoutes, get, post } from '#shared/platform/http/route.ts';
import { OPEN_JOBS } from '#shared/platform/jobs/stored-jobs.ts';
import { Backtest, ChangedCases, ChangedCasesQuery, NewBacktest } from '../backtest.ts';

/** A definition, also with whitespace. */
const BODY_BYTES = 256 * 1024;

export const backtestRoutes = defineRoutes('risk', {
  createBacktest: post('/risk/backtests', 'client', NewBacktest, Backtest, {
    summary: 'Backtest a policy',
    forAuthors: 'always',
    description:
      'A job that evaluates a version, a draft or a definition for past assessments of a policy, or for the latest assessment of ' +
      'each named subject, and counts what it would have decided. It stores no assessment and requests no action. With ' +
      '`as_known`, nothing that the service learned after an assessment was made is used for it, whatever its time of ' +
      'observation. Read it until `status` is `completed`, and cancel it with `POST /jobs/{id}/cancel`.',
    bodyLimitBytes: BODY_BYTES,
    problems: {
      ...missing,
      too_many_jobs: [409, `${OPEN_JOBS} jobs of the mode have not ended.`],
      policy_too_large: [413, 'The normalized policy is larger than 64 KiB.'],
      invalid_policy: [422, 'The definition is invalid. See `errors`.'],
      unknown_policy: [422, 'No policy has the key of `against`.'],
      unknown_subject: [422, 'A subject does not exist. See `errors`.'],
      empty_range: [422, '`since` is not before `until`.'],
    },
    uses: {
      tables: { risk: ['GetItem', 'BatchGetItem'], jobs: ['GetItem', 'PutItem'] },
      buckets: { exports: ['PutObject exports/*'] },
      queues: ['jobTurns'],
    },
  }),
  readBacktest: get('/risk/backtests/{id}', 'client', Backtest, {
    summary: 'Read a backtest',
    forAuthors: 'always',
    problems: missing,
    uses: { tables: { jobs: ['GetItem'] }, buckets: { exports: ['GetObject', 'ListBucket'] } },
  }),
  listChangedCases: get('/risk/backtests/{id}/changed', 'client', ChangedCases, {
    summary: 'List the changed cases of a backtest',
    description:
      'Cases with another decision or another band; `before` and `after` narrow them to a cell of `matrix`. A page can be empty ' +
      'although more follow: continue while `nextOffset` is not null.',
    query: ChangedCasesQuery,
    problems: missing,
    uses: { tables: { jobs: ['GetItem'] }, buckets: { exports: ['GetObject', 'ListBucket'] } },
  }),
});
