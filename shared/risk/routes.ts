import * as z from 'zod';
import { defineRoutes, get, post, RecordId } from '#shared/platform/http/route.ts';
import { Offset, pageOf, text } from '#shared/platform/http/shapes.ts';
import { SEARCH_CHARACTERS } from './limits.ts';
import { AnyRecord } from './record.ts';
import { Resource } from './resource.ts';
import { NewSubject, SubjectRecord } from './subject.ts';

const ListQuery = z.strictObject({
  resourceId: RecordId.optional().describe('Events of this record.'),
  investigationId: RecordId.optional().describe('Reviews of this investigation.'),
  search: text(SEARCH_CHARACTERS)
    .optional()
    .describe('Literal, case-insensitive search of external id or policy key.'),
  subjectId: RecordId.optional().describe('Records about this subject.'),
  offset: Offset,
});

export const riskRoutes = defineRoutes('risk', {
  createSubject: post('/risk/subjects', 'client', NewSubject, SubjectRecord, {
    summary: 'Register a risk subject',
    refusals: {
      subject_exists: [409, 'A subject with this kind and external id exists; see `existingId`.'],
    },
    uses: { tables: { risk: ['PutItem'] } },
  }),
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
    refusals: { not_found: [404, 'There is no such record for this organization and mode.'] },
    uses: { tables: { risk: ['GetItem'], journal: ['GetItem'] } },
  }),
});
