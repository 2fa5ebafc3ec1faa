import { missing } from '#shared/platform/http/common-problems.ts';
import { defineRoutes, get, post } from '#shared/platform/http/route.ts';
import { OPEN_JOBS } from '#shared/platform/jobs/stored-jobs.ts';
import { LOOK_BACK_ROWS, LOOK_BACK_VERSIONS } from '../limits.ts';
import { LookBack, LookBackFindings, LookBackFindingsQuery, NewLookBack } from '../look-backs/look-back.ts';
import { unknownList } from './common.ts';

const rowsErased = {
  rows_erased: [410, 'The rows of the batch have been erased, or are older than `keepRowsDays`.'],
} as const;

export const lookBackRoutes = defineRoutes('screening', {
  createScreeningLookBack: post('/screening/look-backs', 'client', NewLookBack, LookBack, {
    summary: 'Look back with the rows of a batch, or with watches',
    description:
      'A job that compares the rows of an uploaded batch with earlier versions of a list, the oldest first, by the scores of the ' +
      'batch, and finds for each row the first version with which a review would have been reached. Each version is compared as of the ' +
      'day on which it was activated, with the scorer of this release. Entries that were removed since count for the versions that had ' +
      'them. Versions that the archive no longer has are in `unavailable`. Progress counts a row once for each version; `failed` are rows ' +
      'that could not be read. Nothing is recorded: no run, no event of a subject and no risk fact. With `watches`, all watches of ' +
      'the mode are compared by their own worker, which alone can decrypt them, by the scores of each; findings name them by id.',
    status: 202,
    problems: {
      ...missing,
      ...rowsErased,
      ...unknownList,
      batch_running: [409, 'The batch has not ended. Wait, or cancel it.'],
      no_watches: [409, 'There is no watch in this mode that has been screened.'],
      too_many_jobs: [409, `${OPEN_JOBS} jobs of the mode have not ended.`],
      own_list_not_archived: [422, '`source` is an own list, whose earlier versions are not archived.'],
      empty_range: [422, '`from` is not before `to`.'],
      no_versions: [422, 'No version of the list was searched at that time.'],
      unknown_version: [422, 'The list was never searched in one of `versionIds`. See `errors`.'],
      too_many_versions: [422, `More than ${LOOK_BACK_VERSIONS} versions were searched at that time.`],
      too_many_rows: [422, `The batch has more than ${LOOK_BACK_ROWS} rows, or there are more watches.`],
    },
    uses: {
      tables: { screening: ['GetItem', 'Query', 'PutItem'], jobs: ['GetItem', 'PutItem'] },
      queues: ['jobTurns', 'watchTurns'],
      masterSecret: true,
    },
  }),
  readScreeningLookBack: get('/screening/look-backs/{id}', 'client', LookBack, {
    summary: 'Read a look-back',
    description: 'Its progress, its versions, and how many rows were found. Kept for 90 days.',
    problems: missing,
    uses: { tables: { jobs: ['GetItem'] } },
  }),
  listLookBackFindings: get('/screening/look-backs/{id}/findings', 'client', LookBackFindings, {
    summary: 'List the findings of a look-back',
    description:
      'In the order of the file, or in which the watches were created, also while the job runs. Only rows with which a review would have been reached, and rows that could not ' +
      'be compared completely. A page can be empty although more follow: continue while `nextOffset` is not null. They can be read ' +
      'as long as the rows of the batch; those of watches for 90 days.',
    query: LookBackFindingsQuery,
    problems: { ...missing, ...rowsErased },
    uses: {
      tables: { screening: ['GetItem', 'Query'], jobs: ['GetItem'] },
      buckets: { batches: ['GetObject'] },
      masterSecret: true,
    },
  }),
});
