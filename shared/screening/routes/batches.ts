import * as z from 'zod';
import { missing } from '#shared/platform/http/common-problems.ts';
import { Offset } from '#shared/platform/http/offset.ts';
import { defineRoutes, get, type Problems, post } from '#shared/platform/http/route.ts';
import { pageOf } from '#shared/platform/http/shapes.ts';
import { NewBatch, ScreeningBatch } from '../batch.ts';
import { BATCH_ITEMS } from '../limits.ts';
import { byProfile, searching, tooHigh, unknownList } from './common.ts';

const repeated: Problems = {
  repeated_subject: [422, 'Several items have the same `riskSubjectId`.'],
};

export const batchRoutes = defineRoutes('screening', {
  createScreeningBatch: post('/screening/batches', 'client', NewBatch, ScreeningBatch, {
    summary: 'Screen up to a hundred persons or companies',
    description:
      `Makes a run for each of up to ${BATCH_ITEMS} items, with the events, the risk facts and the notices of a single run. ` +
      'An item that a single run would refuse, such as one with an unknown risk subject, is `failed` and stops no other. ' +
      'Each run is stored by itself: a request that fails on the way (503, 504) may have made some of them, and is ' +
      'continued by repeating it with the same `Idempotency-Key`.',
    problems: { ...unknownList, ...tooHigh, ...byProfile, ...repeated },
    uses: {
      tables: {
        screening: ['GetItem', 'BatchGetItem', 'Query', 'PutItem', 'DeleteItem'],
        risk: ['GetItem', 'BatchGetItem', 'Query', 'PutItem'],
      },
      buckets: searching,
      listFiles: true,
    },
    bodyLimitBytes: 1024 * 1024,
    memoryMb: 1769,
    timeoutSeconds: 29,
    isLongWork: true,
  }),
  listScreeningBatches: get('/screening/batches', 'client', pageOf(ScreeningBatch.omit({ runs: true })), {
    summary: 'List screening batches',
    description: 'Newest first, without their runs.',
    query: z.strictObject({ offset: Offset }),
    uses: { tables: { screening: ['Query'] } },
  }),
  readScreeningBatch: get('/screening/batches/{id}', 'client', ScreeningBatch, {
    summary: 'Read a screening batch',
    problems: missing,
    uses: { tables: { screening: ['GetItem'] } },
  }),
});
