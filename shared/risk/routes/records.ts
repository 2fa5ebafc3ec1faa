import * as z from 'zod';
import { defineRoutes, get, RecordId } from '#shared/platform/http/route.ts';
import { Offset, pageOf, text } from '#shared/platform/http/shapes.ts';
import { SEARCH_CHARACTERS } from '../limits.ts';
import { AnyRecord } from '../record.ts';
import { Resource } from '../resource.ts';
import { missing } from './common.ts';

const ListQuery = z.strictObject({
  resourceId: RecordId.optional().describe('Events of this record.'),
  investigationId: RecordId.optional().describe('Reviews of this investigation.'),
  search: text(SEARCH_CHARACTERS)
    .optional()
    .describe('Literal, case-insensitive search of external id or policy key.'),
  subjectId: RecordId.optional().describe('Records about this subject.'),
  offset: Offset,
});

/** Every kind of record, listed and read the same way. */
export const recordRoutes = defineRoutes('risk', {
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
