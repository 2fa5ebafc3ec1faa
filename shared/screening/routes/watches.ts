import * as z from 'zod';
import { missing } from '#shared/platform/http/common-problems.ts';
import { Offset } from '#shared/platform/http/offset.ts';
import { defineRoutes, get, Nothing, type Problems, post, put, RecordId, remove } from '#shared/platform/http/route.ts';
import { pageOf } from '#shared/platform/http/shapes.ts';
import { WATCHES } from '../limits.ts';
import { ChangedWatch, NewWatch, ScreeningWatch } from '../watch.ts';
import { byProfile, tooHigh, unknownList } from './common.ts';

const asked: Problems = { ...missing, ...unknownList, ...tooHigh, ...byProfile };
const queues = ['watchTurns'] as const;

export const watchRoutes = defineRoutes('screening', {
  createScreeningWatch: post('/screening/watches', 'client', NewWatch, ScreeningWatch, {
    summary: 'Create a watch',
    description:
      'Screens the customer now and whenever a list changes, and records a run with the trigger `watch` each time the ' +
      'outcome differs. The answer is `pending`; read the watch for its result. The customer data is encrypted so that only ' +
      'the worker of the watches can read it: no operation shows it again. With `riskSubjectId` outcomes are recorded as ' +
      'evidence. A profile means its latest version: all watches that name it are screened again when it changes.',
    problems: { ...asked, too_many_watches: [409, `The mode has ${WATCHES} watches.`] },
    uses: {
      tables: { screening: ['GetItem', 'BatchGetItem', 'Query', 'PutItem', 'UpdateItem'], risk: ['GetItem'] },
      queues,
      watchKey: 'encrypt',
    },
  }),
  listScreeningWatches: get('/screening/watches', 'client', pageOf(ScreeningWatch), {
    summary: 'List watches',
    query: z.strictObject({
      riskSubjectId: RecordId.optional().describe('Watches of this risk subject only.'),
      offset: Offset,
    }),
    uses: { tables: { screening: ['GetItem', 'Query', 'BatchGetItem'] } },
  }),
  readScreeningWatch: get('/screening/watches/{id}', 'client', ScreeningWatch, {
    summary: 'Read a watch',
    problems: missing,
    uses: { tables: { screening: ['GetItem'] } },
  }),
  updateScreeningWatch: put('/screening/watches/{id}', 'client', ChangedWatch, ScreeningWatch, {
    summary: 'Update a watch',
    description:
      'Replaces the customer data, lists and scores. The watch is `pending` until it has been screened with them, and keeps ' +
      'its result until then. With `expectedVersion` a change that another one overtook is refused.',
    idempotency: 'optional',
    problems: {
      ...asked,
      stale_version: [
        409,
        '`expectedVersion` is not the current version. Read the watch, merge your change, and retry.',
      ],
    },
    uses: {
      tables: {
        screening: ['GetItem', 'BatchGetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem'],
        risk: ['GetItem'],
      },
      queues,
    },
  }),
  deleteScreeningWatch: remove('/screening/watches/{id}', 'client', Nothing, Nothing, {
    summary: 'Delete a watch',
    description: 'The customer data is erased at once. Runs, matches and evidence that the watch recorded stay.',
    problems: missing,
    uses: { tables: { screening: ['GetItem', 'PutItem', 'UpdateItem', 'DeleteItem'] }, queues },
  }),
  runScreeningWatch: post('/screening/watches/{id}/run', 'client', Nothing, ScreeningWatch, {
    summary: 'Screen a watch now',
    description:
      'Against the lists as they are. The answer is `pending`; a run is recorded even if the outcome is the same, and `result` ' +
      'then names it.',
    status: 202,
    problems: missing,
    uses: { tables: { screening: ['GetItem', 'PutItem', 'UpdateItem'] }, queues },
  }),
});
