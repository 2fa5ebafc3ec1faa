import { missing } from '#shared/platform/http/common-problems.ts';
import { defineRoutes, Nothing, post } from '#shared/platform/http/route.ts';
import { OPEN_JOBS } from '#shared/platform/jobs/stored-jobs.ts';
import { WATCHES } from '../limits.ts';
import { BatchWatches } from '../watches/batch-watches-shape.ts';
import { tooHigh, unknownList } from './common.ts';

export const batchWatchRoutes = defineRoutes('screening', {
  createBatchWatches: post('/screening/batches/{id}/watches', 'client', Nothing, BatchWatches, {
    summary: 'Watch the rows of an uploaded batch',
    description:
      'A job that creates a watch for each row, with the lists and scores of the batch or its profile, and the risk subject ' +
      'and reference of the row. Read the job (`GET /jobs/{id}`) for its progress. Rows that were refused are counted as `failed`, and ' +
      'identical rows with the same `reference` get one watch. The rows are read while they are kept. The ids of the watches follow from ' +
      'the batch and the row: a repetition creates those that are missing and no other, and another batch watches of its own. ' +
      'The job fails with `too_many_watches` when the mode is full; what it created stays.',
    status: 202,
    problems: {
      ...missing,
      ...unknownList,
      ...tooHigh,
      batch_running: [409, 'The batch has not ended. Wait, or cancel it.'],
      rows_erased: [410, 'The rows of the batch have been erased, or are older than `keepRowsDays`.'],
      too_many_jobs: [409, `${OPEN_JOBS} jobs of the mode have not ended.`],
      too_many_watches: [409, `The mode has ${WATCHES} watches.`],
    },
    uses: {
      tables: { screening: ['GetItem', 'BatchGetItem', 'Query', 'PutItem'], jobs: ['GetItem', 'PutItem'] },
      queues: ['jobTurns'],
      masterSecret: true,
      watchKey: 'encrypt',
    },
  }),
});
