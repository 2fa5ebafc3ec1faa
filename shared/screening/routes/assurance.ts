import * as z from 'zod';
import { missing } from '#shared/platform/http/common-problems.ts';
import { Offset } from '#shared/platform/http/offset.ts';
import { Bytes, defineRoutes, get, post } from '#shared/platform/http/route.ts';
import { OPEN_JOBS } from '#shared/platform/jobs/stored-jobs.ts';
import { NewAssurance, ScreeningAssurance, ScreeningAssurances } from '../assurance/assurance.ts';
import { byProfile, tooHigh, unknownList } from './common.ts';

const Report = Bytes.meta({ format: 'binary', examples: ['%PDF-1.7'] });

export const assuranceRoutes = defineRoutes('screening', {
  createScreeningAssurance: post('/screening/assurance', 'admin', NewAssurance, ScreeningAssurance, {
    summary: 'Test the effectiveness of screening',
    description:
      'A job that manipulates entries of the lists in some twenty ways, searches for each, and screens customers who are on no list. ' +
      'It counts what is found and how many alerts there are, at every `reviewScore` from 55 to 90. Nothing is recorded on a ' +
      'subject, and no customer data is used. `result.outcome` is `failed` if something is missed that must be found, and ' +
      '`limited` if something is that should be. The result follows from the seed, the list versions and the scorer version, and ' +
      'is kept.',
    problems: {
      ...unknownList,
      ...tooHigh,
      ...byProfile,
      too_many_jobs: [409, `${OPEN_JOBS} jobs of the mode have not ended.`],
    },
    uses: {
      tables: { screening: ['GetItem', 'BatchGetItem', 'Query', 'PutItem'], jobs: ['GetItem', 'PutItem'] },
      queues: ['jobTurns'],
    },
  }),
  listScreeningAssurances: get('/screening/assurance', 'client', ScreeningAssurances, {
    summary: 'List tests of effectiveness',
    description: 'Newest first.',
    query: z.strictObject({ offset: Offset }),
    uses: { tables: { screening: ['Query'], jobs: ['BatchGetItem'] } },
  }),
  readScreeningAssurance: get('/screening/assurance/{id}', 'client', ScreeningAssurance, {
    summary: 'Read a test of effectiveness',
    description: 'Its progress, and once it has completed its result.',
    problems: missing,
    uses: { tables: { screening: ['GetItem'], jobs: ['BatchGetItem'] } },
  }),
  readScreeningAssuranceReport: get('/screening/assurance/{id}/report', 'client', Report, {
    summary: 'Download the report of a test of effectiveness',
    description:
      'For a supervisor: what was tested and how, recall and alerts, differences, missed cases and limits. It names the SHA-256 of ' +
      '`result` as canonical JSON. The file is made once, when the test completes, and sealed with the key of the service like a document; ' +
      'the event `report.sealed` has its SHA-256.',
    contentType: 'application/pdf',
    problems: {
      ...missing,
      assurance_not_completed: [409, 'The test has not completed, so it has no result.'],
      unprintable_report: [422, 'It is too long for 50 pages, or has characters that the fonts do not have.'],
    },
    uses: { tables: { screening: ['GetItem'] }, buckets: { documents: ['GetObject'] } },
  }),
});
